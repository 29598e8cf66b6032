import {
  Avatar,
  Box,
  Chip,
  type ChipProps,
  Link,
  MenuItem,
  Stack,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { applicationStepNames, contractName } from '../../../server/src/french/labels.ts';
import type { EntryKind } from '../api/enumerations.ts';
import { useResidences } from '../api/queries.ts';
import type { FollowedEntry, ListedAction, ListedEntry } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { clampedTo } from '../ui/styles.ts';
import {
  aboutText,
  callerName,
  entryPath,
  followUpNames,
  isToCall,
  labelFor,
  missedTexts,
  plannedName,
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

interface EntryMarksProps {
  readonly entry: MarkedEntry;
  /** The state or status that every entry of the list has: it need not be said of each. */
  readonly said?: unknown;
}

/** Chips for what is remarkable: the state, the target that it has missed, the result, flagged, spam, duplicate, test. */
export function EntryMarks({ entry, said }: EntryMarksProps) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {marksOf(entry, said).map((mark) => mark && <Chip key={mark.label} size="small" {...mark} />)}
    </Stack>
  );
}

function marksOf(
  entry: MarkedEntry,
  said: unknown,
): (false | (Pick<ChipProps<'div'>, 'color' | 'variant'> & { label: string }))[] {
  const { followUp, targetMissed = null, resultat, suspicion } = entry;
  const warning = (label: string) => ({ label, color: 'warning', variant: 'outlined' }) as const;
  return [
    followUp === null &&
      entry.status === 'new' &&
      said !== 'new' && { label: statusName(entry), color: 'primary' },
    // The next action tells of a plan, the target missed of more.
    followUp !== null &&
      followUp !== 'planned' &&
      followUp !== said &&
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
  return id === null ? <Missing text="À confier" /> : nameAmong(id);
}

/** What is not there, and is for staff to mend. */
export function Missing({ text }: { readonly text: string }) {
  return (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
      {text}
    </Box>
  );
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

interface ActionTextProps {
  readonly action: ListedAction | null;
  readonly isPlanned?: boolean;
}

/** What an action of a list is and when: « Visite · 23/11 10:00 ». */
export function listedText(
  { date, time, stage }: ListedAction,
  isPlanned: boolean,
  kind?: EntryKind,
): string {
  const when = [date && format.listDay(date), time].filter(Boolean).join(' ');
  return format.dotted(isPlanned ? plannedName(stage, kind) : stage && contractName(stage), when);
}

/** An action in a list: its stage, time and comment. */
export function ActionText({ action, isPlanned = false }: ActionTextProps) {
  if (action === null) return null;
  const { date, comment } = action;
  const isLate = isPlanned && date !== null && date < today();
  const what = listedText(action, isPlanned);
  return (
    <Box sx={{ minWidth: 120, maxWidth: 190 }}>
      {what !== '' && (
        <Typography
          variant="body2"
          component="div"
          color={isLate ? 'error' : 'textPrimary'}
          sx={{ fontWeight: isLate ? 600 : 400 }}
        >
          {what}
          {isLate && ` (en retard)`}
        </Typography>
      )}
      {comment !== null && (
        <Typography variant="body2" component="div" color="textSecondary" noWrap title={comment}>
          {comment}
        </Typography>
      )}
    </Box>
  );
}

/** Until when an open complaint is to be acknowledged and answered; red once a day is over. */
export function ComplaintDue({ entry }: { readonly entry: Pick<ListedEntry, 'due' | 'acknowledgedOn'> }) {
  const { due, acknowledgedOn } = entry;
  if (due === null) return null;
  const lines = [
    { what: 'Accusé de réception', day: due.acknowledgement },
    { what: 'Réponse', day: due.answer },
  ];
  return (
    <Box sx={{ minWidth: { md: 160 } }}>
      {acknowledgedOn !== null && (
        <Typography variant="body2">{`Accusé de réception envoyé le ${format.shortDay(acknowledgedOn)}`}</Typography>
      )}
      {lines.map(({ what, day }) => {
        if (day === null) return null;
        const isLate = day < today();
        return (
          <Typography key={what} variant="body2" {...(isLate && { color: 'error', fontWeight: 600 })}>
            {isLate
              ? `${what} en retard (${format.shortDay(day)})`
              : `${what} au plus tard le ${format.shortDay(day)}`}
          </Typography>
        );
      })}
    </Box>
  );
}

export const stepNames = { none: 'Aucune', ...applicationStepNames };

export const applicationSteps = ['to-meet', 'interview', 'refused', 'hired'] as const;
type Step = (typeof applicationSteps)[number];

type Interview = Pick<ListedAction, 'date' | 'time'>;

/** « À rencontrer », « Entretien le 12/03 à 14:30 » */
export function stepText(step: ListedEntry['applicationStep'], interview: Interview | null): string {
  const { date = null, time = null } = interview ?? {};
  if (step !== 'interview' || date === null) return stepNames[step ?? 'none'];
  const day = format.listDay(date);
  return time === null ? `Entretien le ${day}` : `Entretien le ${day} à ${time}`;
}

interface StepSelectProps {
  readonly application: Pick<ListedEntry, 'name' | 'applicationStep'>;
  readonly interview: Interview | null;
  readonly onChange: (step: Step | null) => void;
}

/** A choice of how far an application has come. */
export function StepSelect({ application, interview, onChange }: StepSelectProps) {
  return (
    <TextField
      select
      margin="none"
      value={application.applicationStep ?? 'none'}
      onChange={({ target: { value } }) => onChange(applicationSteps.find((step) => step === value) ?? null)}
      slotProps={{
        select: { renderValue: () => stepText(application.applicationStep, interview) },
        htmlInput: { 'aria-label': labelFor('Suite donnée', application) },
      }}
      sx={{ minWidth: 140 }}
    >
      {(['none', ...applicationSteps] as const).map((step) => (
        <MenuItem key={step} value={step}>
          {stepNames[step]}
        </MenuItem>
      ))}
    </TextField>
  );
}
