import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useLocale } from 'react-admin';
import { formatIn } from '../i18n/format.ts';

/** Bars in the colours of the theme. The same figures are in a table. */
export function Bars({ title, labels, series, isHorizontal = false }: BarsProps) {
  const { palette } = useTheme();
  const { number } = formatIn(useLocale());
  const colours = [palette.primary.main, palette.secondary.main];
  const band = { data: [...labels], scaleType: 'band', categoryGapRatio: 0.35, disableTicks: true } as const;
  const count = { disableLine: true, disableTicks: true, tickMinStep: 1, valueFormatter: number };
  const shared = {
    skipAnimation: true,
    disableKeyboardNavigation: true,
    margin: { left: 0, right: 32, top: 8, bottom: 0 },
    borderRadius: 3,
    hideLegend: series.length < 2,
    series: series.map(({ label, values }, i) => ({
      label,
      data: [...values],
      color: colours[i] ?? palette.text.secondary,
      valueFormatter: (value: number | null) => number(value ?? 0),
    })),
  };
  const chart = isHorizontal ? (
    <BarChart
      {...shared}
      layout="horizontal"
      height={72 + labels.length * (series.length < 2 ? 40 : 52)}
      grid={{ vertical: true }}
      xAxis={[count]}
      yAxis={[{ ...band, width: 'auto' }]}
    />
  ) : (
    <BarChart
      {...shared}
      height={300}
      grid={{ horizontal: true }}
      xAxis={[band]}
      yAxis={[{ ...count, width: 'auto' }]}
    />
  );
  // One image for screen readers: the figures are in the table.
  return (
    <Box role="img" aria-label={title}>
      {chart}
    </Box>
  );
}

export interface BarsProps {
  readonly title: string;
  /** The groups of bars. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
  /** Horizontal bars, which leave room for long labels. */
  readonly isHorizontal?: boolean;
}
