import { useLocale, useTranslate } from 'react-admin';
import { labelOf } from '../api/enumerations.ts';
import type { Statistics } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ChartCard } from './ChartCard.tsx';
import { figuresIn } from './figure-format.ts';
import { type SourceFigures, steps } from './statistics.ts';
import { funnelTable, monthTable, residenceTable, sourceTable } from './tables.ts';

interface Props {
  readonly statistics: Statistics;
}

/** Leads by step, month, source and residence. */
export function Charts({ statistics }: Props) {
  const { year, current, months, residences } = statistics;
  const sources = statistics.sources.toSorted((one, other) => other.received - one.received);
  const t = useTexts('statistics');
  const translate = useTranslate();
  const format = figuresIn(useLocale());
  const typeLabel = (type: SourceFigures['type']) =>
    type === null ? t('unknownSource') : translate(labelOf(type), { _: type });
  const sourceLabel = ({ type, advertised }: SourceFigures) =>
    advertised ? t('withClick', { source: typeLabel(type) }) : typeLabel(type);
  const receivedAndAdmitted = (of: readonly { readonly received: number; readonly admitted: number }[]) => [
    { label: t('step.received'), values: of.map(({ received }) => received) },
    { label: t('step.admitted'), values: of.map(({ admitted }) => admitted) },
  ];
  return (
    <>
      <ChartCard
        title={t('chart.funnel')}
        about={t('chart.funnelAbout')}
        table={funnelTable(statistics, t)}
        bars={{
          labels: steps.map((step) => t(`step.${step}`)),
          series: [{ label: String(year), values: steps.map((step) => current[step]) }],
          isHorizontal: true,
        }}
      />
      <ChartCard
        title={t('chart.months')}
        about={t('chart.monthsAbout')}
        table={monthTable(statistics, t, format)}
        bars={{
          labels: months.map(({ month }) => format.shortMonth(month)),
          series: [
            { label: String(year), values: months.map((month) => month.current.received) },
            { label: String(year - 1), values: months.map((month) => month.previous.received) },
          ],
        }}
      />
      <ChartCard
        title={t('chart.sources')}
        about={t('chart.sourcesAbout')}
        table={sourceTable({ ...statistics, sources }, t, typeLabel)}
        bars={{ labels: sources.map(sourceLabel), series: receivedAndAdmitted(sources), isHorizontal: true }}
      />
      <ChartCard
        title={t('chart.residences')}
        about={t('chart.residencesAbout')}
        table={residenceTable(statistics, t)}
        bars={{
          labels: residences.map(({ name }) => name),
          series: receivedAndAdmitted(residences),
          isHorizontal: true,
        }}
      />
    </>
  );
}
