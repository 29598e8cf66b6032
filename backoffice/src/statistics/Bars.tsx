import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useLocale } from 'react-admin';
import { formatIn } from '../i18n/format.ts';

/** Bars side by side, in the colours of the theme. What it shows stands in a table too. */
export function Bars({ title, labels, series, lying = false }: BarsProps) {
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
  const chart = lying ? (
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
  // One picture to whoever can't see it, and not a crowd of numbers: those stand in the table.
  return (
    <Box role="img" aria-label={title}>
      {chart}
    </Box>
  );
}

/** What a bar chart shows. */
export interface BarsProps {
  readonly title: string;
  /** What each group of bars is. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
  /** Bars lie, which leaves room for long labels. */
  readonly lying?: boolean;
}
