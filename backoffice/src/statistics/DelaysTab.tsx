import type { FollowUpStatistics, Statistics } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { ChartCard } from './ChartCard.tsx';
import { Counted } from './Counted.tsx';
import { figure } from './figure-format.ts';
import { Indicator, Indicators } from './Indicators.tsx';
import { shareOf } from './statistics.ts';

const t = textsOf('statistics');

const delays = [
  { name: 'firstContact', kind: 'minutes', of: 'firstContactMinutes' },
  { name: 'admission', kind: 'days', of: 'admissionDays' },
] as const;

/** How soon families were called and admitted. Calls are counted apart: it takes seconds where there are very many. */
export function DelaysTab({ statistics }: { readonly statistics: Statistics }) {
  const { from, to, establishmentId, current, previous } = statistics;
  const asked = { from, to, ...(establishmentId !== null && { establishmentId }) };
  return (
    <>
      <Indicators label={t('indicators')}>
        {delays.map(({ name, kind, of }) => (
          <Indicator
            key={name}
            label={t(`indicator.${name}`)}
            value={figure(kind, current[of])}
            hint={t(`indicator.${name}Hint`)}
            previous={t('previous', { value: figure(kind, previous[of]) })}
          />
        ))}
      </Indicators>
      <Counted route="GET /desk/statistics/follow-up" asked={asked}>
        {(followUp) => <FollowUp followUp={followUp} />}
      </Counted>
    </>
  );
}

type Figures = FollowUpStatistics['current'];

function FollowUp({ followUp }: { readonly followUp: FollowUpStatistics }) {
  const { current, previous } = followUp;
  const { leads, byCalls } = current.untilReached;
  const before = (of: (figures: Figures) => string) => t('previous', { value: of(previous) });
  return (
    <>
      <Indicators label={t('followUp.title')}>
        <Indicator
          label={t('followUp.firstCall')}
          value={firstCall(current)}
          hint={t('followUp.firstCallHint', current.firstCalls)}
          previous={before(firstCall)}
        />
        <Indicator
          label={t('followUp.untilReached')}
          value={average(current)}
          hint={t('followUp.untilReachedHint')}
          previous={before(average)}
        />
        <Indicator
          label={t('followUp.noShows')}
          value={noShows(current)}
          hint={t('followUp.noShowsHint', { due: current.visits.due })}
          previous={before(noShows)}
        />
      </Indicators>
      {leads > 0 && (
        <ChartCard
          name="calls"
          period={followUp}
          series={[t('column.reached')]}
          columns={[
            { label: t('column.reached'), kind: 'count' },
            { label: t('column.shareOfReachedFamilies'), kind: 'share' },
          ]}
          rows={byCalls.map((value, i) => ({
            id: i,
            // The last one stands for so many and more.
            label: t(i === byCalls.length - 1 ? 'callsOrMore' : 'calls', { smart_count: i + 1 }),
            cells: [value, shareOf(value, leads)],
            bars: [{ value, ...(value > 0 && { note: figure('share', shareOf(value, leads)) }) }],
          }))}
        />
      )}
    </>
  );
}

const firstCall = ({ firstCalls: { inTime, due } }: Figures) => figure('share', shareOf(inTime, due));
const average = ({ untilReached: { calls, leads } }: Figures) => figure('average', shareOf(calls, leads));
const noShows = ({ visits: { noShows: missed, due } }: Figures) =>
  due === 0
    ? figure('count', null)
    : t('followUp.countAndShare', { count: figure('count', missed), share: figure('share', missed / due) });
