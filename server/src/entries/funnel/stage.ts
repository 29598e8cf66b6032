import type { Stage } from '../../contract/enumerations.ts';
import type { ActionsTable } from '../../store/tables.ts';
import { stageOf } from '../entry.ts';

/** An action as far as it tells how far an entry has come. */
interface StagedAction extends Pick<ActionsTable, 'date' | 'time' | 'author'> {
  readonly stage: Stage | string | null;
  readonly done: boolean;
}

/**
 * How far an entry has come: the stage of its newest done action that has one, given in the order in which they were
 * noted. Newest is by day and time; one without a day is as new as those noted before it.
 */
export function newestStage(actions: Iterable<StagedAction>): string | null {
  let newest: (Moment & { readonly stage: string }) | undefined;
  for (const action of actions) {
    const stage = stageOf(action);
    if (stage === null) continue;
    const moment = action.date === null ? (newest ?? unknown) : action;
    if (newest === undefined || isAsNew(moment, newest))
      newest = { stage, date: moment.date, time: moment.time };
  }
  return newest?.stage ?? null;
}

type Moment = Pick<ActionsTable, 'date' | 'time'>;
const unknown: Moment = { date: null, time: null };

/** Of two on one day of which one has no time, the one noted later is newer: an admission, after the visit at 15:00. */
function isAsNew(later: Moment, earlier: Moment): boolean {
  if (later.date !== earlier.date) return (later.date ?? '') > (earlier.date ?? '');
  return later.time === null || earlier.time === null || later.time >= earlier.time;
}
