import type { Stage } from '../../contract/enumerations.ts';
import type { ActionsTable } from '../../store/tables.ts';
import { stageOf } from '../entry.ts';

/** The values of an action that determine the stage of its entry. */
interface StagedAction extends Pick<ActionsTable, 'date' | 'time' | 'author'> {
  readonly stage: Stage | string | null;
  readonly done: boolean;
}

/**
 * Returns the stage of an entry: that of its newest done action with a stage, or null. `actions` are in the order in which
 * they were recorded. Newest is by day and time; an action without a day is as new as those recorded before it.
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

/**
 * When one of two actions on the same day has no time, the one recorded later is newer. Example: a visit at 15:00, then an
 * admission without a time.
 */
function isAsNew(later: Moment, earlier: Moment): boolean {
  if (later.date !== earlier.date) return (later.date ?? '') > (earlier.date ?? '');
  return later.time === null || earlier.time === null || later.time >= earlier.time;
}
