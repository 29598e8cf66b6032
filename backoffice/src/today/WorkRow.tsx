import { Box, ListItem, ListItemButton, Typography } from '@mui/material';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { contractName } from '../../../server/src/french/labels.ts';
import { useResidences } from '../api/queries.ts';
import type { FollowedEntry, ListedEntry } from '../api/responses.ts';
import { aboutText, callerName, entryPath, missedTexts } from '../entries/entry.ts';
import { isCovered, objectionText, PhoneNumber } from '../entries/PhoneNumber.tsx';
import type { Queued } from '../entries/queue.ts';
import { format } from '../i18n/format.ts';
import { useSession } from '../session/access.ts';
import { readPhone } from '../ui/phone.ts';
import { visuallyHidden } from '../ui/styles.ts';
import type { TodayEntry, When } from './today.ts';

interface Props {
  readonly entry: ListedEntry & Partial<Pick<FollowedEntry, 'targetMissed'> & Pick<TodayEntry, 'handedOver'>>;
  readonly when: When;
  /** Opens it beside the list; absent where the row leads to its page. */
  readonly onOpen?: (() => void) | undefined;
  /** Those that wait after it, for its page. */
  readonly queue?: readonly Queued[] | undefined;
  readonly isOpen?: boolean;
  readonly isDone?: boolean;
  /** Passed by the tab key: the arrow keys reach it. */
  readonly isPassed?: boolean;
  readonly rowKey?: string;
}

/** Whom to call and why, in two lines: since when or at what hour, their name above a line of their last words, the number. */
export function WorkRow({ entry, when, onOpen, queue, rowKey, ...row }: Props) {
  const { isOpen = false, isDone = false, isPassed = false } = row;
  const userId = useSession()?.user.id;
  const { contact, owner } = entry;
  const who = { name: entry.name, contactName: contact.name };
  const about = aboutText(who);
  const open = (event: MouseEvent) => {
    // With these keys the browser opens a tab or a window.
    if (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  const ownerName = owner !== null && (
    <Typography variant="body2" component="div" color="textSecondary" noWrap sx={{ position: 'relative' }}>
      <Box component="span" sx={visuallyHidden}>
        Confiée à{' '}
      </Box>
      {owner.id === userId ? 'moi' : owner.name}
    </Typography>
  );
  return (
    <ListItem
      divider
      disablePadding
      sx={{
        height: { xs: 84, md: 72 },
        bgcolor: isDone ? 'action.hover' : undefined,
        '&, & *': isDone ? { color: 'text.secondary' } : {},
      }}
    >
      <ListItemButton
        component={Link}
        to={entryPath(entry)}
        state={queue && { queue }}
        selected={isOpen}
        aria-current={isOpen || undefined}
        data-row={rowKey}
        tabIndex={isPassed ? -1 : 0}
        onClick={open}
        sx={{
          height: '100%',
          px: 2,
          py: 0.5,
          gap: { xs: 0, md: 1.5 },
          alignItems: { xs: 'stretch', md: 'center' },
          justifyContent: { xs: 'center', md: 'flex-start' },
          flexDirection: { xs: 'column', md: 'row' },
          minWidth: 0,
          scrollMarginTop: 72,
          borderLeft: 3,
          borderColor: isOpen ? 'primary.main' : 'transparent',
          overflowWrap: 'anywhere',
        }}
      >
        <Box sx={{ flexShrink: 0, width: { md: 100 }, display: { xs: 'flex', md: 'block' }, gap: 1 }}>
          <Typography
            variant="body2"
            component="div"
            noWrap
            sx={{ flexShrink: 0, fontWeight: 600, ...(when.isLate === true && { color: 'error.main' }) }}
          >
            {when.text}
          </Typography>
          <Typography
            variant="body2"
            component="div"
            color="textSecondary"
            noWrap
            sx={{ flexShrink: 0, maxWidth: '100%' }}
          >
            {when.about}
          </Typography>
          {onOpen === undefined && <Box sx={{ ml: 'auto', minWidth: 0 }}>{ownerName}</Box>}
        </Box>
        <Box sx={{ flexGrow: { md: 1 }, minWidth: 0 }}>
          <Typography component="div" noWrap>
            <Box component="span" sx={{ fontWeight: 600 }}>
              {callerName(who)}
            </Box>
            {contact.kinship !== null && ` (${contact.kinship.toLowerCase()})`}
            {about !== null && `, ${about}`}
          </Typography>
          <Words entry={entry} isResidenceShown={when.isAtHour === true} />
        </Box>
        {onOpen !== undefined && (
          <Box sx={{ flexShrink: 0, width: 128, textAlign: 'right' }}>
            {contact.phone !== null && (
              <Typography variant="body2" component="div" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {isCovered(entry.objection) ? objectionText(entry.objection) : readPhone(contact.phone).text}
              </Typography>
            )}
            {!isCovered(entry.objection) && ownerName}
          </Box>
        )}
      </ListItemButton>
      {onOpen === undefined && (
        <Box sx={{ flexShrink: 0, mr: 2, maxWidth: 160 }}>
          <PhoneNumber
            phone={contact.phone}
            objection={entry.objection}
            button={{ name: contact.name, isCompact: true }}
          />
        </Box>
      )}
    </ListItem>
  );
}

/** What is remarkable, then who handed it over, or the last words. Where an hour decides the order, its residence stands here. */
function Words({ entry, isResidenceShown }: Pick<Props, 'entry'> & { readonly isResidenceShown: boolean }) {
  const { nameAmong } = useResidences();
  const { establishmentId, kind, type, followUp, asleepUntil, announcement } = entry;
  const { targetMissed = null, handedOver = null } = entry;
  // What was noted last is newer than the form.
  const words = entry.lastAction?.comment ?? entry.message;
  const quoted = handedOver === null ? words : handedOver.note;
  return (
    <Typography variant="body2" component="div" noWrap>
      {format.dotted(
        targetMissed !== null && targetMissed !== 'first-call' && missedTexts[targetMissed],
        !isCovered(entry.objection) && objectionText(entry.objection),
        entry.needsConsent && 'Relance : accord nécessaire',
        asleepUntil !== null && followUp !== 'asleep' && 'Sort de sommeil',
        establishmentId === null ? 'À confier' : isResidenceShown && nameAmong(establishmentId),
        kind === 'postuler' ? announcement?.title : kind === 'survey' && type !== null && contractName(type),
        handedOver !== null && `Confiée par ${handedOver.by}`,
        quoted !== null && `« ${quoted} »`,
      )}
    </Typography>
  );
}
