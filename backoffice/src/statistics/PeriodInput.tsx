import { Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { addDays, dayBounds, today } from '../i18n/days.ts';
import { Steps } from '../ui/Steps.tsx';
import { Toggles } from '../ui/Toggles.tsx';
import { dayIn, type Period, type PeriodKind, periodIn, periodText, periodWith, weekText } from './period.ts';

const kindTexts: Readonly<Record<PeriodKind, string>> = {
  week: 'Semaine',
  month: 'Mois',
  quarter: 'Trimestre',
  year: 'Année',
  custom: 'Du … au …',
};

interface Props {
  readonly kinds: readonly PeriodKind[];
  readonly kind: PeriodKind;
  readonly period: Period;
  readonly onChange: (kind: PeriodKind, period: Period) => void;
}

/** Chooses a kind of period, and goes from one to the next; or takes a first and a last day. */
export function PeriodInput({ kinds, kind, period, onChange }: Props) {
  const move = (day: string) => onChange(kind, periodWith(kind, day));
  return (
    <>
      <Toggles
        label="Période"
        values={kinds}
        textOf={(one) => kindTexts[one]}
        value={kind}
        onChange={(chosen) =>
          onChange(chosen, chosen === 'custom' ? period : periodWith(chosen, dayIn(period)))
        }
      />
      {kind === 'custom' ? (
        <DayInputs period={period} onChoose={(chosen) => onChange(kind, chosen)} />
      ) : (
        <Stack
          direction="row"
          sx={{ alignItems: 'center', width: { xs: '100%', sm: kind === 'week' ? 400 : 260 } }}
        >
          <Steps
            previous="Période précédente"
            next="Période suivante"
            hasNext={period.to < today()}
            onStep={(step) => move(addDays(step < 0 ? period.from : period.to, step))}
          >
            <Typography aria-live="polite" sx={{ flexGrow: 1, textAlign: 'center', fontWeight: 650 }}>
              {kind === 'week' ? weekText(period) : periodText(period)}
            </Typography>
          </Steps>
        </Stack>
      )}
    </>
  );
}

interface DayInputsProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

/** A first and a last day, chosen as soon as what is typed is a period. */
function DayInputs({ period, onChoose }: DayInputsProps) {
  const [typed, setTyped] = useState(period);
  const [shown, setShown] = useState(period);
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period);
    setTyped(period);
  }
  const isWrong = periodIn(typed.from, typed.to) === undefined;
  const type = (days: Period) => {
    setTyped(days);
    const chosen = periodIn(days.from, days.to);
    if (chosen !== undefined) onChoose(chosen);
  };
  return (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      type="date"
      label={end === 'from' ? 'Du' : 'Au'}
      value={typed[end]}
      onChange={({ target }) => type({ ...typed, [end]: target.value })}
      error={isWrong}
      helperText={isWrong && end === 'to' && 'Du premier au dernier jour, moins de dix ans.'}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: dayBounds }}
    />
  ));
}
