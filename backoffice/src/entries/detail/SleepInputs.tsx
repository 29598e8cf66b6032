import { Stack } from '@mui/material';
import { DateInput, TextInput } from 'react-admin';
import { addDays } from '../../i18n/days.ts';
import { required } from './ActDialog.tsx';
import { useFocusedInput } from './MomentInputs.tsx';
import { parisNow } from './timeline.ts';

const longestDays = 365;

/** Until when, and why. */
export function SleepInputs() {
  const focused = useFocusedInput<HTMLDivElement>();
  return (
    // The label of the first input stands above it.
    <Stack ref={focused} spacing={2} sx={{ pt: 1 }}>
      <DateInput source="until" label="En sommeil jusqu’au" validate={isLater} />
      <TextInput
        source="reason"
        label="Pourquoi"
        validate={required}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
    </Stack>
  );
}

function isLater(value: unknown): string | undefined {
  const { date } = parisNow();
  const isOut = typeof value === 'string' && (value <= date || value > addDays(date, longestDays));
  return required(value) ?? (isOut ? 'Choisissez un jour à venir, dans les 12 mois.' : undefined);
}
