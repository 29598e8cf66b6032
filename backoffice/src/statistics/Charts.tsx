import { useLocale, useTranslate } from 'react-admin';
import type { Statistics } from '../api/answers.ts';
import { labelOf } from '../api/enumerations.ts';
import { ChartCard } from './ChartCard.tsx';
import { figuresIn } from './figure-format.ts';
import { type SourceFigures, steps } from './statistics.ts';
import { funnelTable, monthTable, residenceTable, sourceTable, useSay } from './tables.ts';

interface Props {
  readonly statistics: Statistics;
}

/** What became of the leads: step by step, month by month, by source, by residence. */
export function Charts({ statistics }: Props) {
  const { year, current, months, residences } = statistics;
  const sources = statistics.sources.toSorted((one, other) => other.received - one.received);
  const say = useSay();
  const translate = useTranslate();
  const format = figuresIn(useLocale());
  const typeLabel = (type: SourceFigures['type']) =>
    type === null ? say('unknownSource') : translate(labelOf(type), { _: type });
  const sourceLabel = ({ type, advertised }: SourceFigures) =>
    advertised ? say('withClick', { source: typeLabel(type) }) : typeLabel(type);
  const receivedAndAdmitted = (of: readonly { readonly received: number; readonly admitted: number }[]) => [
    { label: say('step.received'), values: of.map(({ received }) => received) },
    { label: say('step.admitted'), values: of.map(({ admitted }) => admitted) },
  ];
  return (
    <>
      <ChartCard
        title={say('chart.funnel')}
        about={say('chart.funnelAbout')}
        table={funnelTable(statistics, say)}
        bars={{
          labels: steps.map((step) => say(`step.${step}`)),
          series: [{ label: String(year), values: steps.map((step) => current[step]) }],
          lying: true,
        }}
      />
      <ChartCard
        title={say('chart.months')}
        about={say('chart.monthsAbout')}
        table={monthTable(statistics, say, format)}
        bars={{
          labels: months.map(({ month }) => format.shortMonth(month)),
          series: [
            { label: String(year), values: months.map((month) => month.current.received) },
            { label: String(year - 1), values: months.map((month) => month.previous.received) },
          ],
        }}
      />
      <ChartCard
        title={say('chart.sources')}
        about={say('chart.sourcesAbout')}
        table={sourceTable({ ...statistics, sources }, say, typeLabel)}
        bars={{ labels: sources.map(sourceLabel), series: receivedAndAdmitted(sources), lying: true }}
      />
      <ChartCard
        title={say('chart.residences')}
        about={say('chart.residencesAbout')}
        table={residenceTable(statistics, say)}
        bars={{
          labels: residences.map(({ name }) => name),
          series: receivedAndAdmitted(residences),
          lying: true,
        }}
      />
    </>
  );
}
