import { parisDay } from '../../clock.ts';
import type { Stage } from '../../contract/enumerations.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { ActionsTable, Day, Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { NewAction } from '../entry.ts';
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

interface StoredAction extends NewAction {
  readonly position: number;
}
/** The actions of one entry, by position. */
export type StoredActions = ReadonlyMap<number, StoredAction>;

const valueColumns = ['date', 'time', 'comment', 'stage', 'done', 'author', 'extra'] as const;
/** A row of the table with values that can be bound. */
export type ActionRow = Pick<ActionsTable, keyof ActionsTable>;
export const actionColumns = ['entry_id', 'position', ...valueColumns] as const;

const actionsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['position', ...valueColumns])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
const putAction = statement<ActionRow>()((db, p) =>
  db
    .insertInto('actions')
    .values(pick(p, actionColumns))
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
export async function storedActions(read: Queries, entryId: number): Promise<StoredActions> {
  const rows = await read.all(actionsOf, { entryId });
  return new Map(rows.map((row) => [row.position, { ...row, done: row.done === 1 }]));
}

/** Applies patches; new actions get `author`. Throws a {@link ValidationError} for an unknown position. */
export function patchActions(
  before: StoredActions,
  patches: readonly ActionPatch[],
  author: string,
): StoredActions {
  const after = new Map(before);
  for (const { position: known, ...patch } of patches) {
    const position = known ?? Math.max(-1, ...after.keys()) + 1;
    const old = known === undefined ? newAction(position, author) : after.get(known);
    if (old === undefined)
      throw new ValidationError('position', 'expected the position of an action of this entry');
    after.set(position, { ...old, ...patch });
  }
  return after;
}

function newAction(position: number, author: string): StoredAction {
  return { position, date: null, time: null, comment: null, stage: null, done: true, author, extra: null };
}

/** Records the admission, unless it is there: the entry's stage and the statistics are derived from its actions. */
export function withAdmission(actions: StoredActions, author: string, at: Instant): StoredActions {
  const stage = 'Admission réalisé';
  if ([...actions.values()].some((action) => action.stage === stage && action.done)) return actions;
  return patchActions(actions, [{ date: parisDay(new Date(at)), stage }], author);
}

/** Stores new and changed actions. */
export async function storeActions(
  tx: Transaction,
  entryId: number,
  before: StoredActions,
  after: StoredActions,
): Promise<void> {
  for (const [position, action] of after) {
    if (action !== before.get(position))
      await tx.run(putAction, { ...action, entry_id: entryId, done: action.done ? 1 : 0 });
  }
}

/** Whether a change added an action or completed a planned one: the caller then gets the event `action`. */
export function isFollowUp(before: StoredActions, after: StoredActions): boolean {
  return [...after].some(([position, { done }]) => {
    const old = before.get(position);
    return old === undefined || (!old.done && done);
  });
}

/** The actions by position, reduced to the fields that the history records. */
export function auditableActions(actions: StoredActions): ReadonlyMap<number, Fields> {
  const recorded = ['date', 'time', 'comment', 'stage', 'done'] as const;
  return new Map([...actions].map(([position, action]) => [position, pick(action, recorded)]));
}
