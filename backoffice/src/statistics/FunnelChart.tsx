import type { Statistics } from '../api/responses.ts';
import { ChartCard, type ChartProps } from './ChartCard.tsx';
import type { FigureKind } from './figure-format.ts';
import { type BarFilter, leadsLink } from './list-link.ts';
import { conversionOf, type Funnel, stepNames, steps } from './statistics.ts';

interface Props<F extends Funnel> extends Pick<ChartProps, 'title' | 'about' | 'head'> {
  readonly statistics: Statistics;
  readonly figures: readonly F[];
  /** What the leads of a row are. */
  readonly of: (figures: F) => {
    readonly id: string | number;
    readonly label: string;
    readonly filter: BarFilter;
  };
  /** Further columns of the table. */
  readonly more?: readonly {
    readonly label: string;
    readonly kind: FigureKind;
    readonly of: (figures: F) => number | null;
  }[];
}

/** Leads received and admitted, by something that they have in common. */
export function FunnelChart<F extends Funnel>({ statistics, figures, of, more = [], ...words }: Props<F>) {
  return (
    <ChartCard
      {...words}
      period={statistics}
      series={['Reçues', 'Admissions']}
      columns={[
        ...steps.map((step) => ({ label: stepNames[step], kind: 'count' as const })),
        { label: 'Taux de transformation', kind: 'share' },
        ...more,
      ]}
      rows={figures.map((one) => {
        const { filter, ...row } = of(one);
        const bar = (step: 'received' | 'admitted') => ({
          value: one[step],
          to: leadsLink(statistics, statistics, { ...filter, step }),
        });
        return {
          ...row,
          cells: [
            ...steps.map((step) => one[step]),
            conversionOf(one),
            ...more.map((column) => column.of(one)),
          ],
          bars: [bar('received'), bar('admitted')],
        };
      })}
    />
  );
}
