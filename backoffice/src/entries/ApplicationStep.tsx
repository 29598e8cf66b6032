import { MenuItem, TextField } from '@mui/material';
import type { ListedEntry } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { labelFor } from './entry.ts';

const t = textsOf('queues.applications');

export const applicationSteps = ['to-meet', 'interview', 'refused', 'hired'] as const;
type Step = (typeof applicationSteps)[number];

interface Props {
  readonly application: Pick<ListedEntry, 'name' | 'applicationStep'>;
  readonly onChange: (step: Step | null) => void;
}

/** A choice of how far an application has come. */
export function StepSelect({ application, onChange }: Props) {
  return (
    <TextField
      select
      margin="none"
      value={application.applicationStep ?? 'none'}
      onChange={({ target: { value } }) => onChange(applicationSteps.find((step) => step === value) ?? null)}
      // A menu is no dialog: its choices would open the row of a list.
      onClick={(event) => event.stopPropagation()}
      slotProps={{
        htmlInput: { 'aria-label': labelFor(t('step'), application) },
      }}
      sx={{ minWidth: 140 }}
    >
      {['none', ...applicationSteps].map((step) => (
        <MenuItem key={step} value={step}>
          {t(`steps.${step}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
