import { counted } from '../../../server/src/french/dates.ts';
import type { FollowUpStatistics, Statistics } from '../api/responses.ts';
import { ChartCard } from './ChartCard.tsx';
import { Counted } from './Counted.tsx';
import { figure } from './figure-format.ts';
import { Compared, Indicators } from './Indicators.tsx';
import { shareOf } from './statistics.ts';

/** How soon families were called and admitted. Calls are counted apart: it takes seconds where there are very many. */
export function DelaysTab({ statistics }: { readonly statistics: Statistics }) {
  const { from, to, establishmentId, current, previous } = statistics;
  const asked = { from, to, ...(establishmentId !== null && { establishmentId }) };
  return (
    <>
      <Indicators label="Indicateurs">
        <Compared
          {...{ name: 'firstContact', current, previous }}
          of={(figures) => figure('minutes', figures.firstContactMinutes)}
        />
        <Compared
          {...{ name: 'admission', current, previous }}
          of={(figures) => figure('days', figures.admissionDays)}
        />
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
  return (
    <>
      <Indicators label="Appels et visites">
        <Compared {...{ name: 'firstCall', current, previous }} of={firstCall} hint={current.firstCalls} />
        <Compared {...{ name: 'untilReached', current, previous }} of={average} />
        <Compared {...{ name: 'noShows', current, previous }} of={noShows} hint={current.visits} />
      </Indicators>
      {leads > 0 && (
        <ChartCard
          name="calls"
          period={followUp}
          series={['Familles jointes']}
          columns={[
            { label: 'Familles jointes', kind: 'count' },
            { label: 'Part des jointes', kind: 'share' },
          ]}
          rows={byCalls.map((value, i) => ({
            id: i,
            // The last one stands for so many and more.
            label: i === byCalls.length - 1 ? `${i + 1} appels ou plus` : counted(i + 1, 'appel'),
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
  due === 0 ? figure('count', null) : `${figure('count', missed)} (${figure('share', missed / due)})`;
