import type { Statistics } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ChartCard } from './ChartCard.tsx';
import { FunnelChart } from './FunnelChart.tsx';
import { figure } from './figure-format.ts';
import { Compared, Indicators } from './Indicators.tsx';
import { leadsLink } from './list-link.ts';
import { periodText } from './period.ts';
import { conversionOf, passageTo, shareOf, stepNames, steps, visitRateOf } from './statistics.ts';

const t = textsOf('statistics');

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
          {...{ name: 'received', current, previous }}
          of={({ received }) => figure('count', received)}
        />
        <Compared
          {...{ name: 'conversion', current, previous }}
          of={(funnel) => figure('share', conversionOf(funnel))}
        />
        <Compared
          {...{ name: 'visit', current, previous }}
          of={(funnel) => figure('share', visitRateOf(funnel))}
        />
      </Indicators>
      <ChartCard
        name="funnel"
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
          const shares = { ofReceived: figure('share', ofReceived), ofPrevious: figure('share', ofPrevious) };
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
                ...(isNoted && { note: t('rates', shares) }),
              },
              { value: previous[step], to: leadsLink(statistics, previous, { step }) },
            ],
          };
        })}
      />
      {months.length > 1 && (
        <ChartCard
          name="months"
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
          name="residences"
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
