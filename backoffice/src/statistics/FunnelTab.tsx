import type { Statistics } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { ChartCard, type ChartProps } from './ChartCard.tsx';
import { type FigureKind, figure } from './figures.ts';
import { Compared, Indicators } from './Indicators.tsx';
import { periodText } from './period.ts';
import {
  type BarFilter,
  conversionOf,
  type Funnel,
  leadsLink,
  passageTo,
  shareOf,
  stepNames,
  steps,
  visitRateOf,
} from './statistics.ts';

/** How far the leads of a period have come, by month and by residence too. */
export function FunnelTab({ statistics }: { readonly statistics: Statistics }) {
  const { current, previous, months, residences } = statistics;
  const spansYears = statistics.from.slice(0, 4) !== statistics.to.slice(0, 4);
  const monthLabel = (month: string) =>
    spansYears ? `${format.shortMonth(month)} ${month.slice(0, 4)}` : format.month(month);
  return (
    <>
      <Indicators label="Indicateurs">
        <Compared
          {...{ label: 'Demandes reçues', current, previous }}
          of={({ received }) => figure('count', received)}
        />
        <Compared
          {...{
            label: 'Taux de transformation',
            hint: 'admissions sur demandes validées',
            current,
            previous,
          }}
          of={(funnel) => figure('share', conversionOf(funnel))}
        />
        <Compared
          {...{
            label: 'Taux de visite',
            hint: 'visites, ou plus loin, sur demandes validées',
            current,
            previous,
          }}
          of={(funnel) => figure('share', visitRateOf(funnel))}
        />
      </Indicators>
      <ChartCard
        title="De la demande à l’admission"
        head="Étape"
        about="Une étape compte dès qu’elle est faite, ou une étape plus lointaine."
        period={statistics}
        series={[periodText(statistics), periodText(previous)]}
        columns={[
          { label: periodText(statistics), kind: 'count' },
          { label: 'Part des reçues', kind: 'share' },
          { label: 'De l’étape d’avant', kind: 'share' },
          { label: periodText(previous), kind: 'count' },
          { label: 'Part, un an avant', kind: 'share' },
        ]}
        rows={steps.map((step) => {
          const ofReceived = shareOf(current[step], current.received);
          const ofPrevious = passageTo(step, current);
          const note = `${figure('share', ofReceived)} des reçues, ${figure('share', ofPrevious)} de l’étape d’avant`;
          const isNoted = step !== 'received' && current[step] > 0;
          return {
            id: step,
            label: stepNames[step],
            cells: [
              ...[current[step], ofReceived, ofPrevious, previous[step]],
              shareOf(previous[step], previous.received),
            ],
            bars: [
              {
                value: current[step],
                to: leadsLink(statistics, statistics, { step }),
                ...(isNoted && { note }),
              },
              { value: previous[step], to: leadsLink(statistics, previous, { step }) },
            ],
          };
        })}
      />
      {months.length > 1 && (
        <ChartCard
          title="Mois par mois"
          head="Mois"
          about="Demandes reçues, comparées au même mois de l’année d’avant ; le mois en cours, au mois entier."
          period={statistics}
          series={[periodText(statistics), 'Un an avant']}
          columns={(['received', 'admitted'] as const).flatMap((step) => [
            { label: stepNames[step], kind: 'count' },
            { label: `${stepNames[step]}, un an avant`, kind: 'count' },
          ])}
          rows={months.map(({ month, current: now, previous: then }) => ({
            id: month,
            label: monthLabel(month),
            cells: [now.received, then.received, now.admitted, then.admitted],
            bars: [now, then].map((days) => ({
              value: days.received,
              to: leadsLink(statistics, days, {}),
            })),
          }))}
        />
      )}
      {residences.length > 1 && (
        <FunnelChart
          title="Par résidence"
          head="Résidence"
          about="Demandes reçues et admissions. Dans le tableau d’une année, « Avec suite » : au moins une étape faite, comme dans les statistiques annuelles."
          statistics={statistics}
          figures={residences}
          of={({ id, name }) => ({ id, label: name, filter: { establishmentId: id } })}
          more={[
            { label: 'Avec suite', kind: 'count', of: ({ hasAction }) => hasAction },
            { label: 'Premier contact', kind: 'minutes', of: (one) => one.firstContactMinutes },
            { label: 'Du contact à l’admission', kind: 'days', of: ({ admissionDays }) => admissionDays },
          ]}
        />
      )}
    </>
  );
}

interface FunnelChartProps<F extends Funnel> extends Pick<ChartProps, 'title' | 'about' | 'head'> {
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
export function FunnelChart<F extends Funnel>({
  statistics,
  figures,
  of,
  more = [],
  ...words
}: FunnelChartProps<F>) {
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
