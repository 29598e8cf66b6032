import { Box, Card, CardContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Statistics } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { type FigureKind, figures } from './figure-format.ts';
import { conversionOf, type PeriodFigures, visitRateOf } from './statistics.ts';

interface Indicator {
  readonly name: 'received' | 'conversion' | 'visit' | 'firstContact' | 'admission';
  readonly kind: FigureKind;
  readonly of: (period: PeriodFigures) => number | null;
}

const indicators: readonly Indicator[] = [
  { name: 'received', kind: 'count', of: ({ received }) => received },
  { name: 'conversion', kind: 'share', of: conversionOf },
  { name: 'visit', kind: 'share', of: visitRateOf },
  { name: 'firstContact', kind: 'minutes', of: ({ firstContactMinutes }) => firstContactMinutes },
  { name: 'admission', kind: 'days', of: ({ admissionDays }) => admissionDays },
];

interface IndicatorsProps {
  readonly statistics: Statistics;
}

/** The key figures of a period, beside those of a year before. */
export function Indicators({ statistics: { current, previous } }: IndicatorsProps) {
  const t = useTexts('statistics');
  const written = (kind: FigureKind, value: number | null) =>
    value === null ? t('none') : figures.figure(kind, value);
  return (
    <IndicatorList label={t('indicators')}>
      {indicators.map(({ name, kind, of }) => (
        <IndicatorCard
          key={name}
          label={t(`indicator.${name}`)}
          value={written(kind, of(current))}
          {...(name !== 'received' && { hint: t(`indicator.${name}Hint`) })}
          previous={t('previous', { value: written(kind, of(previous)) })}
        />
      ))}
    </IndicatorList>
  );
}

/** Cards side by side, two in a row on a phone. */
export function IndicatorList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(170px, 1fr))' },
        gap: 2,
        p: 0,
        m: 0,
      }}
    >
      {children}
    </Box>
  );
}

interface IndicatorCardProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly previous: string;
}

/** A figure of the period and of the year before. */
export function IndicatorCard({ label, value, hint, previous }: IndicatorCardProps) {
  return (
    <Card component="li" sx={{ listStyle: 'none' }}>
      <CardContent sx={{ p: 2, '&:last-child': { pb: 2 } }}>
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography variant="h4" component="p" sx={{ my: 0.5, fontWeight: 650 }}>
          {value}
        </Typography>
        {hint !== undefined && (
          <Typography variant="caption" component="p" color="textSecondary">
            {hint}
          </Typography>
        )}
        <Typography variant="caption" component="p" color="textSecondary">
          {previous}
        </Typography>
      </CardContent>
    </Card>
  );
}
