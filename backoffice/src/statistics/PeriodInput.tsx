import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import {
  firstOf,
  type Period,
  type PeriodKind,
  periodIn,
  periodKinds,
  periodsOf,
  periodText,
  periodWith,
} from './period.ts';

interface Props {
  readonly kind: PeriodKind;
  readonly period: Period;
  /** Years with figures. */
  readonly years: readonly number[];
  readonly onChange: (kind: PeriodKind, period: Period) => void;
}

/** Chooses a year, a quarter, a month, or a first and a last day. */
export function PeriodInput({ kind, period, years, onChange }: Props) {
  const t = useTexts('statistics');
  const running = today();
  const year = Number(period.from.slice(0, 4));
  const offered = [
    ...new Set([Number(running.slice(0, 4)), year, Number(period.to.slice(0, 4)), ...years]),
  ].sort((a, b) => b - a);
  // The period of the same kind in another year lies in the same months.
  const inYear = (chosen: string) =>
    onChange(kind, periodWith(kind, firstOf(Number(chosen), Number(period.from.slice(5, 7)))));
  const { month } = format;
  return (
    <>
      <Choice
        label={t('period.label')}
        value={kind}
        choices={periodKinds.map((one) => ({ value: one, label: t(`period.${one}`) }))}
        onChoose={(chosen) => {
          const next = periodKinds.find((one) => one === chosen) ?? 'year';
          const within = running >= period.from && running <= period.to ? running : period.from;
          onChange(next, next === 'custom' ? period : periodWith(next, within));
        }}
      />
      {kind === 'custom' ? (
        <DayInputs period={period} onChoose={(chosen) => onChange(kind, chosen)} />
      ) : (
        <Choice
          label={t('year')}
          value={String(year)}
          choices={offered.map((one) => ({ value: String(one), label: String(one) }))}
          onChoose={inYear}
        />
      )}
      {(kind === 'quarter' || kind === 'month') && (
        <Choice
          label={t(`period.${kind}`)}
          value={period.from}
          choices={periodsOf(kind, year).map((one, i) => ({
            value: one.from,
            label:
              kind === 'month'
                ? month(one.from)
                : t('period.quarterOf', { number: i + 1, months: periodText(one) }),
          }))}
          onChoose={(from) => onChange(kind, periodWith(kind, from))}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={choices.some((choice) => choice.value === value) ? value : ''}
      onChange={({ target }) => onChoose(target.value)}
      sx={{ minWidth: 120 }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface DayInputsProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

/** A first and a last day, chosen as soon as what is typed is a period. */
function DayInputs({ period, onChoose }: DayInputsProps) {
  const t = useTexts('statistics');
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
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`period.${end}`)}
          value={typed[end]}
          onChange={({ target }) => type({ ...typed, [end]: target.value })}
          error={isWrong}
          helperText={isWrong && end === 'to' && t('period.wrong')}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
    </>
  );
}
