import { Avatar, Chip, type ChipProps, Link, Stack, Tooltip, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { contractName } from '../../../server/src/french/labels.ts';
import { useResidences } from '../api/queries.ts';
import type { FollowedEntry, ListedEntry } from '../api/responses.ts';
import { clampedTo } from '../ui/clamped.ts';
import { Value } from '../ui/Value.tsx';
import {
  aboutText,
  callerName,
  entryPath,
  followUpNames,
  isToCall,
  missedTexts,
  statusName,
} from './entry.ts';

/** Whom to call, as a link to the entry's page, and for whom. */
export function EntryName({ entry }: { readonly entry: ListedEntry }) {
  const { kinship } = entry.contact;
  const about = aboutText(entry);
  return (
    <Stack sx={{ minWidth: { md: 140 }, overflowWrap: 'anywhere' }}>
      <Link
        component={RouterLink}
        to={entryPath(entry)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: 500 }}
      >
        {callerName(entry)}
      </Link>
      {about !== null && (
        <Typography variant="body2" component="span" color="textSecondary">
          {kinship === null ? about : `${kinship}, ${about}`}
        </Typography>
      )}
    </Stack>
  );
}

const resultColors: Readonly<Record<string, 'success' | 'default' | 'error'>> = {
  'commercial.resultat.realisee': 'success',
  'commercial.resultat.nosuite': 'default',
  'commercial.resultat.refuse': 'error',
};

/** Search results do not tell the target that is missed. */
type MarkedEntry = ListedEntry & Partial<Pick<FollowedEntry, 'targetMissed'>>;

/** Chips for what is remarkable: the state, the target that it has missed, the result, flagged, spam, duplicate, test. */
export function EntryMarks({ entry }: { readonly entry: MarkedEntry }) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {marksOf(entry).map((mark) => mark && <Chip key={mark.label} size="small" {...mark} />)}
    </Stack>
  );
}

function marksOf(
  entry: MarkedEntry,
): (false | (Pick<ChipProps<'div'>, 'color' | 'variant'> & { label: string }))[] {
  const { followUp, targetMissed = null, resultat, suspicion } = entry;
  const warning = (label: string) => ({ label, color: 'warning', variant: 'outlined' }) as const;
  return [
    followUp === null && entry.status === 'new' && { label: statusName(entry), color: 'primary' },
    // The next action tells of a plan, the target missed of more.
    followUp !== null &&
      followUp !== 'planned' &&
      (followUp !== 'to-call' || isToCall(entry)) &&
      targetMissed === null && {
        label: followUpNames[followUp],
        ...(followUp === 'to-call' ? { color: 'warning' } : { variant: 'outlined' }),
      },
    targetMissed !== null && { label: missedTexts[targetMissed], color: 'error' },
    resultat !== null && {
      label: contractName(resultat),
      color: resultColors[resultat] ?? 'default',
      variant: 'outlined',
    },
    entry.flagged && warning('À regarder'),
    entry.spam && warning(suspicion === null ? 'Spam' : 'Spam probable'),
    entry.duplicateOf !== null && warning('Réunie'),
    entry.test && warning('Test'),
  ];
}

export function StageChip({ stage }: { readonly stage: string | null }) {
  if (stage === null) return null;
  return <Chip size="small" variant="outlined" label={contractName(stage)} />;
}

/** The residence of an entry where the user has several, or a notice that it is unassigned. */
export function ResidenceName({ id }: { readonly id: number | null }) {
  const { nameAmong } = useResidences();
  return id === null ? <Value of="À confier" isWarning /> : nameAmong(id);
}

/** The first two lines of the message. */
export function Message({ entry: { message } }: { readonly entry: Pick<ListedEntry, 'message'> }) {
  if (message === null) return null;
  return (
    <Typography variant="body2" component="div" sx={{ ...clampedTo(2), overflowWrap: 'anywhere' }}>
      {message}
    </Typography>
  );
}

/** A user by the first letters of the first and the last name. */
export function Initials({ name }: { readonly name: string }) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const letters = [first, others.at(-1) ?? ''].map((word) => [...word].slice(0, 1).join('').toUpperCase());
  return (
    <Tooltip title={name}>
      <Avatar
        role="img"
        aria-label={`Confiée à ${name}`}
        sx={{
          width: 32,
          height: 32,
          fontSize: '0.875rem',
          bgcolor: 'action.selected',
          color: 'text.primary',
        }}
      >
        {letters.join('')}
      </Avatar>
    </Tooltip>
  );
}
