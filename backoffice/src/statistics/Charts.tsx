import { contractName } from '../../../server/src/french/labels.ts';
import type { Statistics } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import type { BarsProps } from './Bars.tsx';
import { ChartCard } from './ChartCard.tsx';
import { figures } from './figure-format.ts';
import { type BarFilter, leadsLink } from './lead-link.ts';
import { type Period, periodText } from './period.ts';
import {
  byAdvertisement,
  type Funnel,
  type LossFigures,
  passageTo,
  type SenderFigures,
  type SourceFigures,
  shareOf,
  steps,
} from './statistics.ts';
import {
  advertisementTable,
  funnelTable,
  lossTable,
  monthTable,
  residenceTable,
  senderTable,
  sourceTable,
} from './tables.ts';

interface Props {
  readonly statistics: Statistics;
}

/** Leads by step, month, source, advertisement, sender, reason of loss and residence. */
export function Charts({ statistics }: Props) {
  const { current, previous, months, residences } = statistics;
  const t = useTexts('statistics');
  const share = (value: number | null) => (value === null ? t('none') : figures.figure('share', value));
  const label = {
    source: ({ type, advertised }: SourceFigures) => {
      const source = type === null ? t('unknownSource') : contractName(type);
      return advertised ? t('withClick', { source }) : source;
    },
    type: (type: string | null) => (type === null ? t('unknownSource') : contractName(type)),
    sender: ({ kind, id, name: of }: SenderFigures) =>
      kind === 'staff' ? t('staff') : (of ?? t('unknownSender', { id })),
    loss: ({ resultat, motif }: LossFigures) =>
      t('loss', {
        result: contractName(resultat),
        reason: motif === null ? t('unknownReason') : contractName(motif),
      }),
    period: (period: Period) => periodText(period),
  };
  const link = (filter: BarFilter, period: Period = statistics) => leadsLink(statistics, period, filter);
  const sources = statistics.sources.toSorted(byReceived);
  const senders = statistics.senders.toSorted(byReceived);
  const losses = statistics.losses.toSorted((one, other) => other.count - one.count);
  const lost = losses.reduce((sum, { count }) => sum + count, 0);
  const advertisements = byAdvertisement(sources);
  const spansYears = statistics.from.slice(0, 4) !== statistics.to.slice(0, 4);
  const monthLabel = (month: string) =>
    spansYears ? `${format.shortMonth(month)} ${month.slice(0, 4)}` : format.month(month);
  const funnels = <F extends Funnel>(
    figures: readonly F[],
    of: (figure: F) => { readonly id: string | number; readonly label: string; readonly filter: BarFilter },
  ): Pick<BarsProps, 'series' | 'groups'> => ({
    series: [t('step.received'), t('step.admitted')],
    groups: figures.map((figure) => {
      const { filter, ...group } = of(figure);
      return {
        ...group,
        bars: [
          { value: figure.received, to: link(filter) },
          { value: figure.admitted, to: link({ ...filter, step: 'admitted' }) },
        ],
      };
    }),
  });
  return (
    <>
      <ChartCard
        title={t('chart.funnel')}
        about={t('chart.funnelAbout')}
        table={funnelTable(statistics, t, label.period)}
        bars={{
          series: [label.period(statistics), label.period(previous)],
          groups: steps.map((step) => ({
            id: step,
            label: t(`step.${step}`),
            bars: [
              {
                value: current[step],
                to: link({ step }),
                ...(step !== 'received' && {
                  note: t('rates', {
                    ofReceived: share(shareOf(current[step], current.received)),
                    ofPrevious: share(passageTo(step, current)),
                  }),
                }),
              },
              { value: previous[step], to: link({ step }, previous) },
            ],
          })),
        }}
      />
      <ChartCard
        title={t('chart.months')}
        about={t('chart.monthsAbout')}
        table={monthTable(statistics, t, monthLabel)}
        bars={{
          series: [t('ofPeriod'), t('ofYearBefore')],
          groups: months.map((figures) => ({
            id: figures.month,
            label: monthLabel(figures.month),
            bars: [
              { value: figures.current.received, to: link({}, figures.current) },
              { value: figures.previous.received, to: link({}, figures.previous) },
            ],
          })),
        }}
      />
      <ChartCard
        title={t('chart.sources')}
        about={t('chart.sourcesAbout')}
        table={sourceTable({ ...statistics, sources }, t, label.type)}
        bars={funnels(sources, (source) => ({
          id: `${source.type} ${source.advertised}`,
          label: label.source(source),
          filter: { type: source.type ?? 'none', advertised: source.advertised },
        }))}
      />
      <ChartCard
        title={t('chart.advertisements')}
        about={t('chart.advertisementsAbout')}
        table={advertisementTable(statistics, advertisements, t)}
        bars={funnels(advertisements, ({ advertised }) => ({
          id: String(advertised),
          label: t(advertised ? 'advertised' : 'notAdvertised'),
          filter: { advertised },
        }))}
      />
      <ChartCard
        title={t('chart.senders')}
        about={t('chart.sendersAbout')}
        table={senderTable({ ...statistics, senders }, t, label.sender)}
        bars={funnels(senders, (sender) => ({
          id: `${sender.kind} ${sender.id}`,
          label: label.sender(sender),
          filter: { sender: sender.id === null ? sender.kind : `${sender.kind}:${sender.id}` },
        }))}
      />
      {losses.length > 0 && (
        <ChartCard
          title={t('chart.losses')}
          about={t('chart.lossesAbout')}
          table={lossTable({ ...statistics, losses }, t, label.loss)}
          bars={{
            series: [t('column.lost')],
            groups: losses.map((loss) => ({
              id: `${loss.resultat} ${loss.motif}`,
              label: label.loss(loss),
              bars: [
                {
                  value: loss.count,
                  note: share(shareOf(loss.count, lost)),
                  to: link({ resultat: loss.resultat, motif: loss.motif ?? 'none' }),
                },
              ],
            })),
          }}
        />
      )}
      <ChartCard
        title={t('chart.residences')}
        about={t('chart.residencesAbout')}
        table={residenceTable(statistics, t)}
        bars={funnels(residences, ({ id, name }) => ({
          id,
          label: name,
          filter: { establishmentId: id },
        }))}
      />
    </>
  );
}

function byReceived(one: Funnel, other: Funnel): number {
  return other.received - one.received;
}
