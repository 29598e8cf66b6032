import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { ActionPatch } from './actions.ts';
import { changeEntry, type StoredChange } from './change-entry.ts';
import type { Fields } from './diff.ts';
import { currentVersion } from './history.ts';
import type { EntryPatch } from './patch.ts';
import { type StoredRelation, storedRelations } from './relations.ts';
import type { Staff } from './staff-acts.ts';

/** How long an act can be undone, in milliseconds. */
export const undoableMs = 15 * 60_000;
const undoableChanges: ReadonlySet<string> = new Set([
  'processed',
  'updated',
  'assigned',
  'spam',
  'owner',
  'asleep',
  'to-call',
]);

/** History name → member of the patch. */
const columns = {
  type: 'type',
  sejourType: 'sejourType',
  resultat: 'resultat',
  motif: 'motif',
  status: 'status',
  establishment: 'establishmentId',
  contactDate: 'contactDate',
  spam: 'spam',
  suspicion: 'suspicion',
  closed: 'closed',
  asleepUntil: 'asleepUntil',
  asleepReason: 'asleepReason',
  applicationStep: 'applicationStep',
} as const satisfies Readonly<Record<string, keyof EntryPatch>>;

interface Difference {
  readonly from: unknown;
  readonly to: unknown;
}
type Differences = Readonly<Record<string, Difference>>;
interface Detail {
  readonly changes?: Differences;
  readonly relations?: Readonly<Record<string, Differences>>;
  readonly actions?: Readonly<Record<string, Differences>>;
  readonly ownerId?: { readonly from: number | null };
  readonly renewedOn?: { readonly from: Day | null };
}

const line = statement<{ id: number }>()((db, p) =>
  db.selectFrom('history').select(['at', 'author', 'change', 'detail']).where('id', '=', p.id),
);

/**
 * Takes back the newest act on an entry, with its actions and its place in the statistics. Rejects with a
 * `ValidationError` when the newest act is by another user, older than a quarter of an hour, has written a comment, which
 * the caller has read, or is of a kind that has an act of its own for the reverse.
 */
export async function undoNewest(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
): Promise<StoredChange | undefined> {
  const newest = await tx.first(line, { id: await currentVersion(tx, entry.id) });
  const age = newest === undefined ? Number.POSITIVE_INFINITY : Date.parse(staff.at) - Date.parse(newest.at);
  if (newest === undefined || newest.author !== staff.author || age > undoableMs) throw notTheirs();
  const detail: Detail = JSON.parse(newest.detail);
  if (!undoableChanges.has(newest.change) || detail.changes?.comment !== undefined)
    throw new ValidationError('id', 'expected a last change that can be undone');
  const patch = inverseOf(entry, detail, await storedRelations(tx, entry.id));
  return changeEntry(tx, entry, { ...staff, change: 'undone', patch });
}

/** The refusal of an act by another user, or of long ago. */
export function notTheirs(): ValidationError {
  return new ValidationError('id', 'expected an entry that you were the last to change, within 15 minutes');
}

/** Acts of staff change no fields that the contract does not name. */
function inverseOf(
  entry: EntryRow,
  { changes = {}, relations = {}, actions = {}, ownerId, renewedOn }: Detail,
  storedNow: readonly StoredRelation[],
): EntryPatch {
  const { reached, ...others } = changes;
  const values: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  for (const [name, { from }] of Object.entries(others)) {
    if (isColumn(name)) values[columns[name]] = from;
    else fields[name] = from;
  }
  return {
    ...values,
    // Given in any case: without a contact that is undone, an entry may still be marked as reached.
    reached: reached === undefined ? entry.reached === 1 : reached.from === true,
    ...(ownerId !== undefined && { ownerId: ownerId.from }),
    ...(renewedOn !== undefined && { renewedOn: renewedOn.from }),
    fields,
    relations: new Map(
      Object.entries(relations).map(([position, differences]) => {
        const relation = storedNow.find((stored) => stored.position === Number(position));
        return [Number(position), isAdded(relation, differences) ? null : before(differences)];
      }),
    ),
    actions: Object.entries(actions).map(([position, differences]) =>
      inverseAction(Number(position), differences),
    ),
  };
}

const isColumn = (name: string): name is keyof typeof columns => Object.hasOwn(columns, name);

/** Whether the act has added this person: before it, it had no fields. */
function isAdded(relation: StoredRelation | undefined, differences: Differences): boolean {
  return (
    relation !== undefined &&
    Object.values(differences).every(({ from }) => from === null) &&
    Object.keys({ ...relation.fields, ...relation.extra }).every((name) => Object.hasOwn(differences, name))
  );
}

/** An action that the act has added is removed. */
function inverseAction(position: number, differences: Differences): ActionPatch {
  return differences.done?.from === null
    ? { position, isRemoved: true }
    : { position, ...before(differences) };
}

const before = (differences: Differences): Fields =>
  Object.fromEntries(Object.entries(differences).map(([name, { from }]) => [name, from]));
