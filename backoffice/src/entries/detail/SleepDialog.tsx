import { Stack } from '@mui/material';
import { DateInput, TextInput } from 'react-admin';
import { addDays } from '../../i18n/days.ts';
import { translate } from '../../i18n/texts.ts';
import { ActDialog, required } from './ActDialog.tsx';
import { parisNow } from './timeline.ts';
import { useFocusedInput } from './use-focused-input.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
}

/** Puts a lead aside until a day. */
export function SleepDialog({ title, onClose }: Props) {
  return (
    <ActDialog
      title={title}
      submit={translate('accueil.entry.submit.sleep')}
      values={{ until: null, reason: null }}
      toAct={({ until, reason }) => ({ name: 'sleep', body: { sleep: { until, reason } } })}
      onClose={onClose}
    >
      <SleepInputs />
    </ActDialog>
  );
}

const longestDays = 365;

/** Until when, and why. */
export function SleepInputs() {
  const focused = useFocusedInput<HTMLDivElement>();
  return (
    // The label of the first input stands above it.
    <Stack ref={focused} spacing={2} sx={{ pt: 1 }}>
      <DateInput source="until" label="accueil.entry.sleep.until" validate={isLater} />
      <TextInput
        source="reason"
        label="accueil.entry.sleep.reason"
        validate={required}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
    </Stack>
  );
}

function isLater(value: unknown): string | undefined {
  const { date } = parisNow();
  const isOut = typeof value === 'string' && (value <= date || value > addDays(date, longestDays));
  return required(value) ?? (isOut ? 'accueil.entry.sleep.out' : undefined);
}
