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
import { useMayChange, useSession } from '../session/access.ts';
import { readPhone } from '../ui/phone.ts';
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

/** Whom to call and why, in one height: since when or at what hour, their name, a line of their last words, the number. */
export function WorkRow({ entry, when, onOpen, queue, rowKey, ...row }: Props) {
  const { isOpen = false, isDone = false, isPassed = false } = row;
  const { contact, message, handedOver = null } = entry;
  const who = { name: entry.name, contactName: contact.name };
  const about = aboutText(who);
  // What was noted last is newer than the form.
  const words = entry.lastAction?.comment ?? message;
  const open = (event: MouseEvent) => {
    // With these keys the browser opens a tab or a window.
    if (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <ListItem
      divider
      disablePadding
      sx={{
        height: { xs: 104, md: 76 },
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
        <Box sx={{ flexShrink: 0, width: { md: 104 }, display: { xs: 'flex', md: 'block' }, gap: 1 }}>
          <Typography
            variant="body2"
            component="div"
            sx={{ fontWeight: 600, ...(when.isLate === true && { color: 'error.main' }) }}
          >
            {when.text}
          </Typography>
          <Typography variant="body2" component="div" color="textSecondary">
            {when.about}
          </Typography>
        </Box>
        <Box sx={{ flexGrow: { md: 1 }, minWidth: 0 }}>
          <Typography component="div" noWrap>
            <Box component="span" sx={{ fontWeight: 600 }}>
              {callerName(who)}
            </Box>
            {contact.kinship !== null && ` (${contact.kinship.toLowerCase()})`}
            {about !== null && `, ${about}`}
          </Typography>
          {handedOver !== null && (
            <Typography variant="body2" component="div" noWrap sx={{ fontWeight: 600 }}>
              {handedOver.note === null
                ? `Confiée par ${handedOver.by}`
                : `Confiée par ${handedOver.by} : « ${handedOver.note} »`}
            </Typography>
          )}
          {words !== null && handedOver === null && (
            <Typography variant="body2" component="div" noWrap>
              {`« ${words} »`}
            </Typography>
          )}
          <Caption entry={entry} />
        </Box>
        {onOpen !== undefined && contact.phone !== null && (
          <Typography variant="body2" component="div" sx={{ flexShrink: 0, maxWidth: 112 }}>
            {isCovered(entry.objection) ? objectionText(entry.objection) : readPhone(contact.phone).text}
          </Typography>
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

/** What is remarkable, where it came from, and whose it is. */
function Caption({ entry }: Pick<Props, 'entry'>) {
  const { nameAmong } = useResidences();
  const userId = useSession()?.user.id;
  const mayChange = useMayChange();
  const { establishmentId, type, owner, followUp, asleepUntil, announcement, targetMissed = null } = entry;
  const whose =
    owner === null
      ? mayChange(entry) && 'à prendre'
      : owner.id === userId
        ? 'confiée à moi'
        : `confiée à ${owner.name}`;
  return (
    <Typography variant="caption" component="div" color="textSecondary" noWrap>
      {format.dotted(
        targetMissed !== null && missedTexts[targetMissed],
        !isCovered(entry.objection) && objectionText(entry.objection),
        entry.needsConsent && 'Relance : accord nécessaire',
        asleepUntil !== null && followUp !== 'asleep' && 'sort de sommeil',
        establishmentId === null ? 'À confier' : nameAmong(establishmentId),
        type === null ? announcement?.title : contractName(type),
        whose,
      )}
    </Typography>
  );
}
