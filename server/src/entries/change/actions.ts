import { sql } from 'kysely';
import { addDays, addYears, parisDay } from '../../clock.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { ActionsTable, Day, Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { Fields } from '../diff.ts';
import type { NewAction } from '../entry.ts';
import { isAttempt, isPlanned } from '../follow-up/progress.ts';
import { rejectImpossibleDay } from '../possible-days.ts';

/**
 * A new action, or the changes of an existing one. Without an author, a new one is by who changes the entry, and that of an
 * existing one stays. A new one is done unless it says that it is planned.
 */
export interface ActionPatch extends Partial<NewAction> {
  /** The position of an existing action; absent for a new one. */
  readonly position?: number;
  /** Deletes the action: the act that recorded it is undone. */
  readonly isRemoved?: boolean;
}

export interface StoredAction extends Required<NewAction> {
  readonly position: number;
}
/** What names an action in letters and calendars, also when its entry was united with another one. */
export const uidOf = (entryId: number, { uid, position }: Pick<StoredAction, 'uid' | 'position'>) =>
  uid ?? `${entryId}:${position}`;
/** {@link uidOf} of the action `a`. */
export const uidOfAction = sql<string>`coalesce(a.uid, a.entry_id || ':' || a.position)`;

/** The actions of one entry, by position. */
export type StoredActions = ReadonlyMap<number, StoredAction>;

const valueColumns = [
  'date',
  'time',
  'comment',
  'stage',
  'done',
  'author',
  'extra',
  'outcome',
  'assignee_id',
  'uid',
] as const;
/** A row of the table with values that can be bound. */
export type ActionRow = Pick<ActionsTable, keyof ActionsTable>;
export const actionColumns = ['entry_id', 'position', ...valueColumns] as const;

/** The columns of an action, but for its key. */
export function actionRow(action: NewAction): Omit<ActionRow, 'entry_id' | 'position'> {
  const { date, time, comment, stage, done, author, extra } = action;
  const { outcome = null, assigneeId = null, uid = null } = action;
  return {
    ...{ date, time, comment, stage, done: done ? 1 : 0, author, extra, outcome },
    ...{ assignee_id: assigneeId, uid },
  };
}

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
    .onConflict((conflict) => conflict.columns(['entry_id', 'position']).doUpdateSet(pick(p, valueColumns))),
);
const deleteAction = statement<{ entryId: number; position: number }>()((db, p) =>
  db.deleteFrom('actions').where('entry_id', '=', p.entryId).where('position', '=', p.position),
);

export async function storedActions(read: Queries, entryId: number): Promise<StoredActions> {
  const rows = await read.all(actionsOf, { entryId });
  return new Map(
    rows.map(({ assignee_id: assigneeId, ...row }) => [
      row.position,
      { ...row, done: row.done === 1, assigneeId },
    ]),
  );
}

/**
 * Patches as `author` makes them: a planned action that becomes done is theirs, with the note that they give it or none.
 * What it was planned for is not what was said; the history keeps it, and who planned it.
 */
export function patchesBy(
  author: string,
  before: StoredActions,
  patches: readonly ActionPatch[],
): ActionPatch[] {
  return patches.map((patch) => {
    const planned = patch.position !== undefined && before.get(patch.position)?.done === false;
    return planned && patch.done === true ? { comment: null, ...patch, author } : patch;
  });
}

/** Applies patches; new actions get `author`. Throws a {@link ValidationError} for an unknown position. */
export function patchActions(
  before: StoredActions,
  patches: readonly ActionPatch[],
  author: string,
): StoredActions {
  const after = new Map(before);
  for (const { position: known, isRemoved, ...patch } of patches) {
    if (known !== undefined && isRemoved === true) {
      after.delete(known);
      continue;
    }
    const position = known ?? Math.max(-1, ...after.keys()) + 1;
    const old = known === undefined ? newAction(position, author) : after.get(known);
    if (old === undefined)
      throw new ValidationError('position', 'expected the position of an action of this entry');
    after.set(position, validated({ ...old, ...patch }));
  }
  return after;
}

function newAction(position: number, author: string): StoredAction {
  const empty = {
    date: null,
    time: null,
    comment: null,
    stage: null,
    extra: null,
    outcome: null,
    assigneeId: null,
    uid: null,
  };
  return { position, ...empty, done: true, author };
}

/** Throws a {@link ValidationError} for an outcome that contradicts the action. */
function validated(action: StoredAction): StoredAction {
  const { outcome, done, stage } = action;
  if (isAttempt(action) && stage !== null)
    throw new ValidationError('outcome', 'expected no stage for an attempt without an answer');
  if (done && (outcome === 'cancelled' || outcome === 'no-show'))
    throw new ValidationError('outcome', 'expected an action that was not done');
  if (!done && outcome !== null && outcome !== 'cancelled' && outcome !== 'no-show')
    throw new ValidationError('outcome', 'expected `done` for this outcome');
  return action;
}

const admission = 'Admission réalisé';

/**
 * Throws a {@link ValidationError} for an action that a change plans before `today` or more than two years ahead, and for one
 * done after tomorrow. An admission may be a year ahead: a family says when it comes. A slip of the year would count in no
 * week that anybody sees.
 */
export function rejectWrongDays(before: StoredActions, after: StoredActions, today: Day): void {
  for (const [position, action] of after) {
    const { date, stage, done } = action;
    if (date === null || date === before.get(position)?.date) continue;
    if (date < today && isPlanned(action))
      throw new ValidationError('date', 'expected today or a later day, or an action that is done');
    const years = !done ? 2 : stage === admission ? 1 : undefined;
    rejectImpossibleDay('date', date, years === undefined ? addDays(today, 1) : addYears(today, years));
  }
}

/** Cancels what was planned, except what the patch itself has added or changed: a result needs no further action. */
export function withoutPlans(before: StoredActions, after: StoredActions): StoredActions {
  return new Map(
    [...after].map(([position, action]) => {
      const isUntouched = action === before.get(position);
      return [position, isUntouched && isPlanned(action) ? { ...action, outcome: 'cancelled' } : action];
    }),
  );
}

/** Records the admission today, unless it is there: the entry's stage and the statistics are derived from its actions. */
export function withAdmission(actions: StoredActions, author: string, at: Instant): StoredActions {
  if ([...actions.values()].some(({ stage, done }) => stage === admission && done)) return actions;
  return patchActions(actions, [{ date: parisDay(new Date(at)), stage: admission }], author);
}

/** Stores new and changed actions, and deletes those that are gone. */
export async function storeActions(
  tx: Transaction,
  entryId: number,
  before: StoredActions,
  after: StoredActions,
): Promise<void> {
  for (const [position, action] of after) {
    if (action !== before.get(position))
      await tx.run(putAction, { ...actionRow(action), entry_id: entryId, position });
  }
  for (const position of before.keys()) {
    if (!after.has(position)) await tx.run(deleteAction, { entryId, position });
  }
}

/** Whether a change added an action or completed a planned one: the caller then gets the event `action`. */
export function isFollowUp(before: StoredActions, after: StoredActions): boolean {
  return [...after].some(([position, { done }]) => {
    const old = before.get(position);
    return old === undefined || (!old.done && done);
  });
}

export const recordedActionFields = [
  'date',
  'time',
  'comment',
  'stage',
  'done',
  'outcome',
  'assigneeId',
  'author',
] as const;

/**
 * The actions by position, reduced to the fields that the history records. The author only of those that are in `others`
 * too: of one that is added, it is the author of the line.
 */
export function auditableActions(actions: StoredActions, others: StoredActions): ReadonlyMap<number, Fields> {
  return new Map(
    [...actions].map(([position, action]) => {
      const { author, ...fields } = pick(action, recordedActionFields);
      return [position, others.has(position) ? { ...fields, author } : fields];
    }),
  );
}
