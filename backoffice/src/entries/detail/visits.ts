import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Action, Appointment, EntryDetail } from '../../api/responses.ts';
import { addDays, nowIn } from '../../i18n/days.ts';
import { proposals } from './proposals.ts';
import { inOrder, isPlanned, type Moment } from './timeline.ts';

type Placed = Pick<EntryDetail, 'establishmentId' | 'zone'>;
type At = Pick<Appointment, 'date' | 'time'>;

/** Proposals ahead: the second Wednesday, where the first is a holiday. */
const daysAhead = 14;

/** What is planned at the residence of an entry; undefined until it is known. */
function usePlanned(
  { establishmentId }: Placed,
  from: string,
  to: string,
): readonly Appointment[] | undefined {
  const query = { from, to, establishmentId: establishmentId ?? undefined };
  const { data } = useQuery({
    queryKey: ['agenda', query],
    queryFn: ({ signal }) => request('GET /desk/agenda', query, { signal }),
    enabled: establishmentId !== null,
  });
  if (establishmentId === null) return [];
  return data?.data.filter(({ done }) => !done);
}

const isVisit = ({ stage }: Pick<Appointment, 'stage'>) => stage === 'Visite';

/** The visits planned at the residence of an entry; undefined until they are known. */
export function useVisits(entry: Placed, from: string, to: string): readonly Appointment[] | undefined {
  return usePlanned(entry, from, to)?.filter(isVisit);
}

/** Moments for the next call or visit, apart from what is planned at the residence of the entry once that is known. */
export function useProposals(entry: Placed): readonly Moment[] {
  const now = nowIn(entry.zone);
  const planned = usePlanned(entry, now.date, addDays(now.date, daysAhead)) ?? [];
  return proposals(now, (moment) =>
    planned.some((one) =>
      isVisit(one) ? overlaps(one, moment) : one.date === moment.date && one.time === moment.time,
    ),
  );
}

/** Whether something of half an hour falls into a visit, which takes an hour. */
export function overlaps(visit: At, { date, time }: At): boolean {
  if (visit.time === null || time === null || visit.date !== date) return false;
  const minutes = minutesOf(time) - minutesOf(visit.time);
  return minutes > -30 && minutes < 60;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** The next visit that is planned, apart from the one that is being noted. */
export function plannedVisit({ actions }: EntryDetail, noted?: Action): Action | undefined {
  return inOrder(actions).find(
    (action) => action.stage === 'Visite' && isPlanned(action) && action.position !== noted?.position,
  );
}
