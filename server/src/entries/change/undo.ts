import { sql } from 'kysely';
import { ApplicationBody } from '../../contract/application.ts';
import { CommercialBody, StaffFields } from '../../contract/commercial.ts';
import { RequestError } from '../../contract/request-error.ts';
import { SurveyBody } from '../../contract/survey.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { auditableValues, type EntryRow, pick, recordedValues } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import type { Fields } from '../diff.ts';
import { type ActionPatch, recordedActionFields, type StoredActions } from './actions.ts';
import { changeState } from './change-entry.ts';
import { isComplaint } from './complaints.ts';
import { lastChange } from './history.ts';
import type { EntryPatch, FieldPatch } from './patch.ts';
import { movePerson, ownFields } from './persons.ts';
import type { Staff } from './staff-acts.ts';
import { type EntryState, readState } from './state.ts';

/** How long an act can be undone, in milliseconds. */
export const undoableMs = 15 * 60_000;
const undoableChanges: ReadonlySet<string> = new Set([
  'created',
  'processed',
  'updated',
  'assigned',
  'spam',
  'owner',
  'asleep',
  'to-call',
  'converted',
  'called',
  'acknowledged',
]);

interface Difference {
  readonly from: unknown;
  readonly to: unknown;
}
type Differences = Readonly<Record<string, Difference>>;

/** The detail of a line of the history, as far as it can be taken back. */
export interface Detail {
  readonly changes?: Differences;
  readonly relations?: Readonly<Record<string, Differences>>;
  readonly actions?: Readonly<Record<string, Differences>>;
  readonly ownerId?: { readonly from: number | null; readonly to: number | null };
  readonly renewedOn?: { readonly from: Day | null };
  /** The letters that it has written. */
  readonly sent?: readonly { readonly id: number }[];
  /** The positions of persons who came with it. */
  readonly added?: readonly number[];
}

/** How to take a change back. */
interface Inverse {
  readonly patch: EntryPatch;
  /** What was changed since, and is left as it is: names of fields, `relations[0]`, `actions[3]`. */
  readonly stayed: readonly string[];
}

const line = statement<{ id: number }>()((db, p) =>
  db.selectFrom('history').select(['at', 'author', 'change', 'detail']).where('id', '=', p.id),
);

const newestGiven = statement<{ entryId: number; author: string }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where('author', '=', p.author)
    .where('change', 'in', ['created', 'assigned'])
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/**
 * The residence from which a user has handed an entry over, or for which they have typed it in, null where it had none;
 * undefined when they have not.
 */
export async function givenFrom(read: Queries, entry: EntryRow, author: string) {
  const line = await read.first(newestGiven, { entryId: entry.id, author });
  if (line === undefined) return undefined;
  if (line.change === 'created') return entry.establishment_id;
  const { changes }: { changes?: { establishment?: { from: number | null } } } = JSON.parse(line.detail);
  return changes?.establishment?.from;
}

/**
 * Takes back the newest act on an entry, with its actions and its place in the statistics. Rejects with CONFLICT when the
 * newest act is by another user, older than a quarter of an hour, has written a comment, which the caller has read, or is of
 * a kind that has an act of its own for the reverse. The answer that has closed a complaint can be taken back. An entry that
 * was typed in becomes spam: what was typed is kept for as long as that.
 */
export async function undoNewest(tx: Transaction, entry: EntryRow, staff: Staff) {
  const newest = await tx.first(line, { id: await lastChange(tx, entry.id) });
  const age = newest === undefined ? Number.POSITIVE_INFINITY : Date.parse(staff.at) - Date.parse(newest.at);
  if (newest === undefined || newest.author !== staff.author || age > undoableMs)
    throw notLast('you were not the last to change this entry, within 15 minutes');
  const detail: Detail = JSON.parse(newest.detail);
  const { comment, status } = detail.changes ?? {};
  const isClosing = isComplaint(entry) && status !== undefined && comment?.from === null;
  if (!undoableChanges.has(newest.change) || (comment !== undefined && !isClosing))
    throw notLast('the last change of this entry can’t be undone');
  const state = await readState(tx, entry);
  const patch = newest.change === 'created' ? { spam: true } : inverseOf(state, detail).patch;
  if (newest.change === 'converted') await movePerson(tx, entry.id, '0', 'entry');
  return changeState(tx, state, { ...staff, change: 'undone', patch });
}

/** The letters that the newest act on an entry has written. */
export async function sentByNewest(read: Queries, entryId: number): Promise<readonly number[]> {
  const newest = await read.first(line, { id: await lastChange(read, entryId) });
  const { sent = [] }: Detail = newest === undefined ? {} : JSON.parse(newest.detail);
  return Array.isArray(sent) ? sent.map(({ id }) => id) : [];
}

const notLast = (why: string) => new RequestError('CONFLICT', `version: ${why}`);

/** Returns what takes back a line of the history. What was changed since is left as it is. */
export function inverseOf(state: EntryState, detail: Detail): Inverse {
  const { changes = {}, relations = {}, actions = {}, ownerId, renewedOn, added = [] } = detail;
  const { row } = state;
  const now = { ...state.extra, ...state.fields, ...auditableValues(row) };
  const stayed = changedNames(now, changes);
  const { reached, ...others } = without(changes, stayed);
  const isOwnersOwn = ownerId !== undefined && row.owner_id !== ownerId.to;
  if (isOwnersOwn) stayed.push('owner');
  const persons = Object.entries(relations).map(([key, differences]) => {
    const position = Number(key);
    return { position, ...inversePerson(state, position, differences, added.includes(position)) };
  });
  const tasks = Object.entries(actions).map(([position, differences]) =>
    inverseAction(state.actions, Number(position), differences),
  );
  const values: Record<string, unknown> = {};
  const ofFields: Record<string, Difference> = {};
  for (const [name, difference] of Object.entries(others)) {
    // Uniting alone sets `duplicateOf`; elsewhere an unnamed field has its name.
    const column = name === 'duplicateOf' ? undefined : recordedValues.get(name);
    if (column === undefined) ofFields[name] = difference;
    else values[column] = difference.from;
  }
  return {
    patch: {
      ...values,
      // Given in any case: without a contact that is undone, an entry may still be marked as reached.
      reached: reached === undefined ? row.reached === 1 : reached.from === true,
      ...(others.comment !== undefined && { commentBy: null }),
      ...(ownerId !== undefined && !isOwnersOwn && { ownerId: ownerId.from }),
      ...(renewedOn !== undefined && { renewedOn: renewedOn.from }),
      ...placed(state, ofFields),
      relations: new Map(
        persons.flatMap(({ position, fields }) => (fields === undefined ? [] : [[position, fields]])),
      ),
      relationExtras: new Map(
        persons.flatMap(({ position, extra }) => (extra === undefined ? [] : [[position, extra]])),
      ),
      actions: tasks.flatMap(({ patch }) => patch ?? []),
    },
    stayed: [...stayed, ...[...persons, ...tasks].flatMap(({ stays = [] }) => stays)],
  };
}

/** The names of the differences whose present values are not those that the change has left. */
function changedNames(now: Fields, differences: Differences): string[] {
  return Object.entries(differences).flatMap(([name, { to }]) => (isEqual(now[name], to) ? [] : [name]));
}

const isEqual = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function without(differences: Differences, names: readonly string[]): Differences {
  return Object.fromEntries(Object.entries(differences).filter(([name]) => !names.includes(name)));
}

/** The names of the contract. A field that is gone does not say whether it was one of ours. */
const contractNames: ReadonlySet<string> = new Set([
  ...Object.keys(CommercialBody.properties),
  ...Object.keys(StaffFields.properties),
  ...Object.keys(SurveyBody.properties),
  ...Object.keys(ApplicationBody.properties),
  ...ownFields('commercial').map(([name]) => name),
  ...ownFields('commercial').map(([, name]) => name),
  'GirEstime',
  'UniteProtege',
]);

/** The values before, where they belong: among the fields of the contract, or the others. */
function placed(now: { readonly fields: Fields; readonly extra: Fields }, differences: Differences) {
  const before = Object.entries(differences).map(([name, { from }]) => [name, from] as const);
  const isExtra = (name: string) =>
    !Object.hasOwn(now.fields, name) && (Object.hasOwn(now.extra, name) || !contractNames.has(name));
  return {
    fields: Object.fromEntries(before.filter(([name]) => !isExtra(name))),
    extra: Object.fromEntries(before.filter(([name]) => isExtra(name))),
  };
}

/** Null where the person goes. */
interface InversePerson {
  readonly fields?: FieldPatch | null;
  readonly extra?: FieldPatch;
  readonly stays?: string;
}

/** A person who came with the change goes, unless something of them was changed since. */
function inversePerson(
  state: EntryState,
  position: number,
  differences: Differences,
  isAdded: boolean,
): InversePerson {
  const stays = `relations[${position}]`;
  const person = state.relations.get(position);
  if (person === undefined) return {};
  const extra = state.relationExtras.get(position) ?? {};
  const now = { ...extra, ...person };
  const since = changedNames(now, differences);
  const isWhole = Object.keys(now).every((name) => Object.hasOwn(differences, name));
  const wasEmpty = Object.values(differences).every(({ from }) => from === null);
  if (isAdded || (isWhole && wasEmpty)) return isWhole && since.length === 0 ? { fields: null } : { stays };
  const before = placed({ fields: person, extra }, without(differences, since));
  return { ...before, ...(since.length > 0 && { stays }) };
}

/** An action that came with the change is removed, unless it was changed since. */
function inverseAction(
  actions: StoredActions,
  position: number,
  differences: Differences,
): { readonly patch?: ActionPatch; readonly stays?: string } {
  const stays = `actions[${position}]`;
  const action = actions.get(position);
  if (action === undefined) return {};
  const now = pick(action, recordedActionFields);
  const since = changedNames(now, differences);
  if (differences.done?.from === null) {
    // Its author is not recorded with it, and changes only when a plan becomes done.
    const isAsAdded = recordedActionFields.every(
      (name) => name === 'author' || isEqual(now[name], differences[name]?.to),
    );
    return isAsAdded ? { patch: { position, isRemoved: true } } : { stays };
  }
  const before = Object.fromEntries(
    Object.entries(without(differences, since)).map(([name, { from }]) => [name, from]),
  );
  return { patch: { position, ...before }, ...(since.length > 0 && { stays }) };
}
