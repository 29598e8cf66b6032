import { Chip, Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { ListedEntry } from '../api/answers.ts';
import { labelOf } from '../api/enumerations.ts';
import { useResidences } from '../api/queries.ts';
import { Value } from '../ui/Value.tsx';
import { entryPath, otherContact } from './entry.ts';

type NamedEntry = Pick<ListedEntry, 'id' | 'kind' | 'name' | 'contactName' | 'status'>;

/** Who an entry is about, as the way to its page, and below who is called about it. */
export function EntryName({ entry }: { readonly entry: NamedEntry }) {
  const translate = useTranslate();
  const contact = otherContact(entry);
  return (
    <Stack sx={{ minWidth: 130, overflowWrap: 'anywhere' }}>
      <Link
        component={RouterLink}
        to={entryPath(entry)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: entry.status === 'new' ? 700 : 500 }}
      >
        {entry.name ?? translate('accueil.leads.unnamed')}
      </Link>
      {contact !== null && (
        <Typography variant="body2" component="span" color="textSecondary">
          {contact}
        </Typography>
      )}
    </Stack>
  );
}

const colours: Readonly<Record<string, 'success' | 'default' | 'error'>> = {
  'commercial.resultat.realisee': 'success',
  'commercial.resultat.nosuite': 'default',
  'commercial.resultat.refuse': 'error',
};

type MarkedEntry = Pick<
  ListedEntry,
  'status' | 'resultat' | 'flagged' | 'spam' | 'suspicion' | 'duplicateOf' | 'test'
>;

/** What stands out of an entry: that it is new, its result, that something is to be looked at, why it lies aside. */
export function EntryMarks({ entry }: { readonly entry: MarkedEntry }) {
  const translate = useTranslate();
  const marks = [
    entry.flagged && 'flagged',
    entry.spam && (entry.suspicion === null ? 'spam' : 'presumed'),
    entry.duplicateOf !== null && 'duplicate',
    entry.test && 'test',
  ].filter((mark) => mark !== false);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {entry.status === 'new' && (
        <Chip size="small" color="primary" label={translate(labelOf('status.new'))} />
      )}
      {entry.resultat !== null && (
        <Chip
          size="small"
          variant="outlined"
          color={colours[entry.resultat] ?? 'default'}
          label={translate(labelOf(entry.resultat))}
        />
      )}
      {marks.map((mark) => (
        <Chip
          key={mark}
          size="small"
          variant="outlined"
          color="warning"
          label={translate(`accueil.leads.mark.${mark}`)}
        />
      ))}
    </Stack>
  );
}

/** How far an entry has come. */
export function StageChip({ stage }: { readonly stage: string | null }) {
  const translate = useTranslate();
  if (stage === null) return null;
  return <Chip size="small" variant="outlined" label={translate(labelOf(stage))} />;
}

/** The residence of an entry, or that it waits for one. */
export function ResidenceName({ id }: { readonly id: number | null }) {
  const { nameOf } = useResidences();
  return id === null ? <Value of="accueil.leads.unassigned" isWarning /> : nameOf(id);
}

/** For how many days an entry has been open. */
export function AgeNote({ entry: { receivedAt } }: { readonly entry: Pick<ListedEntry, 'receivedAt'> }) {
  const translate = useTranslate();
  const days = Math.floor((Date.now() - new Date(receivedAt).getTime()) / (24 * 60 * 60_000));
  return days <= 0
    ? translate('accueil.today.openToday')
    : translate('accueil.today.openSince', { smart_count: days, count: days });
}
