import { MenuItem, TextField } from '@mui/material';
import { applicationStepNames } from '../../../server/src/french/labels.ts';
import type { ListedAction, ListedEntry } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { labelFor } from './entry.ts';

export const stepNames = { none: 'Aucune', ...applicationStepNames };

export const applicationSteps = ['to-meet', 'interview', 'refused', 'hired'] as const;
type Step = (typeof applicationSteps)[number];

type Interview = Pick<ListedAction, 'date' | 'time'>;

/** « À rencontrer », « Entretien le 12/03 à 14:30 » */
export function stepText(step: ListedEntry['applicationStep'], interview: Interview | null): string {
  const { date = null, time = null } = interview ?? {};
  if (step !== 'interview' || date === null) return stepNames[step ?? 'none'];
  const day = format.day(date).slice(0, 'JJ/MM'.length);
  return time === null ? `Entretien le ${day}` : `Entretien le ${day} à ${time}`;
}

interface Props {
  readonly application: Pick<ListedEntry, 'name' | 'applicationStep'>;
  readonly interview: Interview | null;
  readonly onChange: (step: Step | null) => void;
}

/** A choice of how far an application has come. */
export function StepSelect({ application, interview, onChange }: Props) {
  return (
    <TextField
      select
      margin="none"
      value={application.applicationStep ?? 'none'}
      onChange={({ target: { value } }) => onChange(applicationSteps.find((step) => step === value) ?? null)}
      // A menu is no dialog: its choices would open the row of a list.
      onClick={(event) => event.stopPropagation()}
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
