import { Box, Chip, Link, ListItem, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { labelOf } from '../api/enumerations.ts';
import { useResidences } from '../api/queries.ts';
import { entryPath } from '../entries/entry.ts';
import { useFormat } from '../i18n/use-format.ts';
import { CallButton } from '../ui/CallButton.tsx';
import type { BlockName, TodayEntry } from './today.ts';

interface Props {
  readonly entry: TodayEntry;
  readonly block: BlockName;
  readonly today: string;
  /** The time of day, `HH:MM`. */
  readonly now: string;
}

/** Whom to call and why, with a button that calls. */
export function TodayRow({ entry, block, today, now }: Props) {
  const translate = useTranslate();
  const { all, nameOf } = useResidences();
  const { establishmentId, type, contact, message, owner, asleepUntil, announcement } = entry;
  const source = [
    establishmentId === null
      ? translate('accueil.leads.unassigned')
      : all.length > 1
        ? nameOf(establishmentId)
        : null,
    type === null ? (announcement?.title ?? null) : translate(labelOf(type)),
    owner === null ? null : translate('accueil.today.ownedBy', { name: owner.name }),
  ].filter((part) => part !== null);
  return (
    <ListItem divider disablePadding sx={{ px: 2, py: 1, gap: 1, overflowWrap: 'anywhere' }}>
      <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography component="div">
          <Link
            component={RouterLink}
            to={entryPath(entry)}
            underline="hover"
            color="textPrimary"
            sx={{ fontWeight: 600 }}
          >
            {contact.name ?? entry.name ?? translate('accueil.leads.unnamed')}
          </Link>
          <About entry={entry} />
        </Typography>
        <Typography variant="body2" component="div">
          <Moment entry={entry} block={block} today={today} now={now} />
          {asleepUntil !== null && asleepUntil <= today && (
            <Chip size="small" variant="outlined" label={translate('accueil.today.woken')} sx={{ ml: 1 }} />
          )}
        </Typography>
        {message !== null && (
          <Typography variant="body2" noWrap sx={{ fontStyle: 'italic' }}>
            {translate('accueil.today.words', { message })}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {source.join(' · ')}
        </Typography>
      </Stack>
      <CallButton name={contact.name} phone={contact.phone} />
    </ListItem>
  );
}

/** « (fille), pour Colette Meunier » */
function About({ entry: { name, contact } }: { readonly entry: TodayEntry }) {
  const translate = useTranslate();
  const { kinship } = contact;
  const isForOther = name !== null && contact.name !== null && name !== contact.name;
  return (
    <>
      {kinship !== null && ` (${kinship.toLowerCase()})`}
      {isForOther && translate('accueil.today.about', { name })}
    </>
  );
}

/** Since when a family waits, or when something is planned; red when that is late. */
function Moment({ entry, block, today, now }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const { nextAction, lastContact, attempts, receivedAt, late } = entry;
  if (block === 'appointments' || block === 'late') {
    if (nextAction === null) return null;
    const { date, time, stage } = nextAction;
    const what = translate(stage === null ? 'accueil.today.planned' : labelOf(stage));
    const day = date === null || date === today ? null : format.shortDay(date);
    const when = [day, time].filter((part) => part !== null).join(' ');
    const isPast = date !== null && (date < today || (time !== null && time < now));
    return <Mark isLate={isPast}>{[when, what].filter((part) => part !== '').join(' · ')}</Mark>;
  }
  if (block === 'unplanned')
    return lastContact === null
      ? translate('accueil.today.unplanned')
      : translate('accueil.today.lastContact', { day: format.day(lastContact) });
  const since = translate('accueil.today.since', { moment: format.since(receivedAt) });
  const tries = attempts > 0 && translate('accueil.today.attempts', { smart_count: attempts });
  return <Mark isLate={late}>{[since, tries].filter((part) => part !== false).join(' · ')}</Mark>;
}

function Mark({ isLate, children }: { readonly isLate: boolean; readonly children: ReactNode }) {
  return (
    <Box component="span" sx={isLate ? { color: 'error.main', fontWeight: 600 } : {}}>
      {children}
    </Box>
  );
}
