import type { Stage } from '../contract/enumerations.ts';
import type { ActionsTable } from '../database/tables.ts';
import { stageOf } from './entry.ts';

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
  let newest: { readonly stage: string; readonly when: string } | undefined;
  for (const action of actions) {
    const stage = stageOf(action);
    if (stage === null) continue;
    const when = action.date === null ? '' : `${action.date} ${action.time ?? ''}`;
    if (newest === undefined || when === '' || when >= newest.when) {
      newest = { stage, when: when === '' ? (newest?.when ?? '') : when };
    }
  }
  return newest?.stage ?? null;
}
