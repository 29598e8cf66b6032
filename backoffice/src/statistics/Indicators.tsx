import { Box } from '@mui/material';
import { useLocale } from 'react-admin';
import { type FigureKind, figuresIn } from './figure-format.ts';
import { IndicatorCard } from './IndicatorCard.tsx';
import { conversionOf, type Period, type Statistics, visitRateOf } from './statistics.ts';
import { useSay } from './use-say.ts';

interface Indicator {
  readonly name: 'received' | 'conversion' | 'visit' | 'firstContact' | 'admission';
  readonly kind: FigureKind;
  readonly of: (period: Period) => number | null;
}

const indicators: readonly Indicator[] = [
  { name: 'received', kind: 'count', of: ({ received }) => received },
  { name: 'conversion', kind: 'share', of: conversionOf },
  { name: 'visit', kind: 'share', of: visitRateOf },
  { name: 'firstContact', kind: 'minutes', of: ({ firstContactMinutes }) => firstContactMinutes },
  { name: 'admission', kind: 'days', of: ({ admissionDays }) => admissionDays },
];

interface Props {
  readonly statistics: Statistics;
  /** The year is not over: the one before is longer. */
  readonly isRunning: boolean;
}

/** The figures that a director looks at first. */
export function Indicators({ statistics: { year, current, previous }, isRunning }: Props) {
  const say = useSay();
  const format = figuresIn(useLocale());
  const written = (kind: FigureKind, value: number | null) =>
    value === null ? say('none') : format.figure(kind, value);
  return (
    <Box
      component="ul"
      aria-label={say('indicators')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(170px, 1fr))' },
        gap: 2,
        p: 0,
        m: 0,
      }}
    >
      {indicators.map(({ name, kind, of }) => (
        <IndicatorCard
          key={name}
          label={say(`indicator.${name}`)}
          value={written(kind, of(current))}
          {...(name !== 'received' && { hint: say(`indicator.${name}Hint`) })}
          previous={say(isRunning ? 'previousWhole' : 'previous', {
            year: year - 1,
            value: written(kind, of(previous)),
          })}
        />
      ))}
    </Box>
  );
}
