import type { Stage } from '../../contract/enumerations.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { ActionsTable, Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { stageOf } from '../entry.ts';
import type { Fields } from './diff.ts';

/** A new action, or the changes of an existing one. */
export interface ActionPatch {
  /** The position of an existing action; absent for a new one. */
  readonly position?: number;
  readonly date?: Day | null;
  /** `HH:MM` in Europe/Paris. */
  readonly time?: string | null;
  readonly comment?: string | null;
  /** Null for a note. */
  readonly stage?: Stage | null;
  /** Defaults to true for a new action; false when it is planned. */
  readonly done?: boolean;
}

export type StoredAction = Pick<
  ActionsTable,
  'position' | 'date' | 'time' | 'comment' | 'stage' | 'done' | 'author' | 'extra'
>;
/** The actions of one entry, by position. */
export type StoredActions = ReadonlyMap<number, StoredAction>;

const actionsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['position', 'date', 'time', 'comment', 'stage', 'done', 'author', 'extra'])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
const putAction = statement<{
  entryId: number;
  position: number;
  date: string | null;
  time: string | null;
  comment: string | null;
  stage: string | null;
  done: 0 | 1;
  author: string | null;
  extra: string | null;
}>()((db, p) =>
  db
    .insertInto('actions')
    .values({
      entry_id: p.entryId,
      position: p.position,
      date: p.date,
      time: p.time,
      comment: p.comment,
      stage: p.stage,
      done: p.done,
      author: p.author,
      extra: p.extra,
    })
    .onConflict((conflict) =>
      conflict.columns(['entry_id', 'position']).doUpdateSet((eb) => ({
        date: eb.ref('excluded.date'),
        time: eb.ref('excluded.time'),
        comment: eb.ref('excluded.comment'),
        stage: eb.ref('excluded.stage'),
        done: eb.ref('excluded.done'),
      })),
    ),
);

/** Every action of an entry. */
export async function storedActions(tx: Transaction, entryId: number): Promise<StoredActions> {
  return new Map((await tx.all(actionsOf, { entryId })).map((action) => [action.position, action]));
}

/** Applies patches; new actions get `author`. Throws a {@link ValidationError} for an unknown position. */
export function patchActions(
  before: StoredActions,
  patches: readonly ActionPatch[],
  author: string,
): StoredActions {
  const after = new Map(before);
  for (const { position: known, done, ...patch } of patches) {
    const position = known ?? Math.max(-1, ...after.keys()) + 1;
    const old = known === undefined ? newAction(position, author) : after.get(known);
    if (old === undefined)
      throw new ValidationError('position', 'expected the position of an action of this entry');
    after.set(position, { ...old, ...patch, done: done === undefined ? old.done : done ? 1 : 0 });
  }
  return after;
}

function newAction(position: number, author: string): StoredAction {
  return { position, date: null, time: null, comment: null, stage: null, done: 1, author, extra: null };
}

/** Stores new and changed actions. */
export async function storeActions(
  tx: Transaction,
  entryId: number,
  before: StoredActions,
  after: StoredActions,
): Promise<void> {
  for (const [position, action] of after) {
    if (action !== before.get(position)) await tx.run(putAction, { ...action, entryId });
  }
}

/** Whether a change added an action or completed a planned one: the caller then gets the event `action`. */
export function isFollowUp(before: StoredActions, after: StoredActions): boolean {
  return [...after].some(([position, { done }]) => {
    const old = before.get(position);
    return old === undefined || (old.done === 0 && done === 1);
  });
}

/** Whether an entry with these actions counts under « hasAction » in the yearly statistics. */
export function isInStage(actions: StoredActions): boolean {
  return [...actions.values()].some((action) => stageOf({ ...action, done: action.done === 1 }) !== null);
}

/** Whether the admission is recorded among these actions. */
export function isAdmitted(actions: StoredActions): boolean {
  return [...actions.values()].some(({ stage, done }) => stage === 'Admission réalisé' && done === 1);
}

/** The actions by position, reduced to the fields that the history records. */
export function auditableActions(actions: StoredActions): ReadonlyMap<number, Fields> {
  return new Map(
    [...actions].map(([position, { date, time, comment, stage, done }]) => [
      position,
      { date, time, comment, stage, done: done === 1 },
    ]),
  );
}
