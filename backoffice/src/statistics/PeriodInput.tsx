import { MenuItem, TextField } from '@mui/material';
import { useLocale } from 'react-admin';
import { formatIn, today } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import {
  type Months,
  monthText,
  type PeriodKind,
  periodKinds,
  periodsOf,
  periodText,
  periodWith,
} from './period.ts';

interface Props {
  readonly kind: PeriodKind;
  readonly period: Months;
  /** Years with figures. */
  readonly years: readonly number[];
  readonly onChange: (kind: PeriodKind, period: Months) => void;
}

/** Chooses a year, a quarter, a month, or a first and a last month. */
export function PeriodInput({ kind, period, years, onChange }: Props) {
  const t = useTexts('statistics');
  const language = useLocale();
  const running = today().slice(0, 7);
  const year = Number(period.from.slice(0, 4));
  const offered = [
    ...new Set([Number(running.slice(0, 4)), year, Number(period.to.slice(0, 4)), ...years]),
  ].sort((a, b) => b - a);
  // The period of the same kind in another year lies in the same months.
  const inYear = (chosen: string) =>
    onChange(kind, periodWith(kind, monthText(Number(chosen), Number(period.from.slice(5, 7)))));
  const { month } = formatIn(language);
  const monthChoices = offered.flatMap((one) =>
    periodsOf('month', one).map(({ from }) => ({ value: from, label: `${month(from)} ${one}` })),
  );
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
        <>
          <Choice
            label={t('period.from')}
            value={period.from}
            choices={monthChoices}
            onChoose={(from) => onChange(kind, { from, to: period.to < from ? from : period.to })}
          />
          <Choice
            label={t('period.to')}
            value={period.to}
            choices={monthChoices}
            onChoose={(to) => onChange(kind, { from: period.from > to ? to : period.from, to })}
          />
        </>
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
                : t('period.quarterOf', { number: i + 1, months: periodText(one, language) }),
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
