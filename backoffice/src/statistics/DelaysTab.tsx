import { counted } from '../../../server/src/french/dates.ts';
import type { FollowUpStatistics, Statistics } from '../api/responses.ts';
import { ChartCard } from './ChartCard.tsx';
import { Counted } from './FigureTable.tsx';
import { figure } from './figures.ts';
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
          {...{ label: 'Délai de premier contact', hint: 'médiane, en heures ouvrées', current, previous }}
          of={(figures) => figure('minutes', figures.firstContactMinutes)}
        />
        <Compared
          {...{ label: 'Délai du contact à l’admission', hint: 'médiane', current, previous }}
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
        <Compared
          {...{ label: 'Premier appel dans l’objectif', current, previous }}
          of={firstCall}
          hint={`demandes de sites et de partenaires : ${current.firstCalls.inTime} appelées à temps, sur ${current.firstCalls.due} appelées ou en retard d’appel`}
        />
        <Compared
          {...{
            label: 'Appels pour joindre la famille',
            hint: 'en moyenne, celui qui l’a jointe compris',
            current,
            previous,
          }}
          of={average}
        />
        <Compared
          {...{ label: 'Visites manquées', current, previous }}
          of={noShows}
          hint={`famille absente ; visites dont le jour est passé, hors annulées : ${current.visits.due}`}
        />
      </Indicators>
      {leads > 0 && (
        <ChartCard
          title="Joindre la famille"
          head="Appels"
          about="Nombre d’appels pour joindre la famille, pour les demandes de sites et de partenaires."
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
