import { sql } from 'kysely';
import { writtenPersons } from '../../outbox/letters.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Fields } from '../diff.ts';
import { isContact } from '../follow-up/progress.ts';
import { type ActionPatch, recordedActionFields } from './actions.ts';
import type { EntryPatch, FieldPatch } from './patch.ts';
import { isSamePerson } from './persons.ts';
import { findEntry } from './row.ts';
import { type EntryState, patchedState } from './state.ts';
import { type Detail, type Differences, inverseOf } from './undo.ts';

/** What an entry has taken over from another one, as its history has it. */
export interface UnitedLine extends Detail {
  readonly id: number;
  /** The other one. */
  readonly of: number;
  /** Of a separation: through which entry the other one had come. */
  readonly via?: number;
  /** Whether it was flagged because the other one was. */
  readonly flagged?: boolean;
  /** Of what was taken over again: the line by which it first was, and what was changed since. */
  readonly since?: number;
  readonly stayed?: readonly string[];
}

const marksOf = statement<{ keptId: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .innerJoin('history', 'history.entry_id', 'entries.id')
    .select(['entries.id', 'history.detail'])
    .where('entries.duplicate_of', '=', p.keptId)
    .where('history.change', '=', sql.lit('duplicate'))
    .orderBy('history.id'),
);

/**
 * Returns with which entry each duplicate of this one was united directly: when that was united with this one later, its
 * duplicates came along.
 */
export async function directlyUnited(read: Queries, keptId: number): Promise<ReadonlyMap<number, number>> {
  const direct = new Map<number, number>();
  for (const { id, detail } of await read.all(marksOf, { keptId })) {
    const { changes }: { changes?: { duplicateOf?: { from: number | null; to: number | null } } } =
      JSON.parse(detail);
    const { from = null, to = null } = changes?.duplicateOf ?? {};
    if (from === null && to !== null) direct.set(id, to);
  }
  return direct;
}

const unitedLines = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where('change', 'in', [sql.lit('united'), sql.lit('separated')])
    .orderBy('id'),
);

/**
 * Returns what an entry has taken over, oldest first, from the line about `of` on; without entries that were erased since.
 * A separation takes back the line about the entry that leaves and all later ones, which are then written again.
 */
export async function takenOverSince(read: Queries, entryId: number, of: number): Promise<UnitedLine[]> {
  let lines: UnitedLine[] = [];
  for (const { id, change, detail } of await read.all(unitedLines, { entryId })) {
    const line: UnitedLine = { ...JSON.parse(detail), id };
    if (change === 'united') lines.push(line);
    else lines = lines.slice(0, indexOf(lines, line.via ?? line.of));
  }
  const found: UnitedLine[] = [];
  for (const line of lines.slice(indexOf(lines, of))) {
    const other = await findEntry(read, line.of);
    if (other !== undefined && other.restriction !== 'erased') found.push(line);
  }
  return found;
}

function indexOf(lines: readonly UnitedLine[], of: number): number {
  const index = lines.findIndex((line) => line.of === of);
  return index === -1 ? lines.length : index;
}

/** What staff and partners have changed of an entry since it has taken something over. */
export interface Since {
  /** Fields, and members of a patch. */
  readonly names: ReadonlySet<string>;
  /** Fields of related persons, as `0.email`. */
  readonly personFields: ReadonlySet<string>;
  /** The positions of persons who were written to. */
  readonly written: ReadonlySet<string | null>;
  /** The persons and actions as they were. */
  readonly persons: readonly Fields[];
  readonly actions: ReadonlySet<string>;
  readonly isProcessed: boolean;
  readonly isDealtWith: boolean;
  readonly hasNews: boolean;
}

const linesAfter = statement<{ entryId: number; since: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'author', 'change'])
    .where('entry_id', '=', p.entryId)
    .where('id', '>', p.since)
    .orderBy('id', 'desc'),
);
const detailOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('history').select('detail').where('id', '=', p.id),
);
/** Changes by which staff have not dealt with an entry. */
const quiet: ReadonlySet<string> = new Set(['united', 'separated', 'duplicate', 'seen', 'written']);

export async function changedSince(read: Queries, now: EntryState, line: UnitedLine): Promise<Since> {
  const lines = await read.all(linesAfter, { entryId: now.row.id, since: line.since ?? line.id });
  const byOthers = lines.filter(({ change }) => change !== 'united' && change !== 'separated');
  const names = new Set(byOthers.flatMap(({ change }) => (change === 'seen' ? ['flagged'] : [])));
  const personFields = new Set<string>();
  const persons = new Map<string, Fields>();
  const actions = new Map<string, Fields>();
  for (const { id } of byOthers) {
    // One at a time: an update by a partner may hold hundreds of KiB.
    const { detail = '{}' } = (await read.first(detailOf, { id })) ?? {};
    const { changes = {}, relations = {}, actions: tasks = {}, ownerId }: Detail = JSON.parse(detail);
    for (const name of Object.keys(changes)) names.add(name);
    if (ownerId !== undefined) names.add('ownerId');
    for (const [at, differences] of Object.entries(relations)) {
      for (const name of Object.keys(differences)) personFields.add(`${at}.${name}`);
      persons.set(at, before(persons.get(at) ?? now.relations.get(Number(at)), differences));
    }
    for (const [at, differences] of Object.entries(tasks))
      actions.set(at, before(actions.get(at) ?? now.actions.get(Number(at)), differences));
  }
  const isByPartner = ({ author }: { readonly author: string }) => author.startsWith('partner:');
  return {
    names,
    personFields,
    written: await writtenPersons(read, now.row.id),
    persons: [...persons.values()],
    actions: new Set([...actions.values()].map(contentOf)),
    isProcessed: byOthers.some(({ change }) => change === 'processed'),
    isDealtWith: lines.some((one) => !quiet.has(one.change) && !isByPartner(one)),
    hasNews: byOthers.some(isByPartner),
  };
}

function before(after: object = {}, differences: Differences): Fields {
  const from = Object.entries(differences).map(([name, { from }]) => [name, from ?? undefined]);
  return { ...after, ...Object.fromEntries(from) };
}

/**
 * Like {@link inverseOf}, but no lead is hidden by it that staff have dealt with since, and no news. Who was written to
 * stays: the messages name their position. So does a visit that the family was told of since.
 */
export function inverseOfUnited(
  state: EntryState,
  line: UnitedLine,
  since: Since,
): ReturnType<typeof inverseOf> {
  const { patch, stayed } = inverseOf(state, line);
  const { closed, asleepUntil, asleepReason = null, relations = new Map(), actions = [], ...others } = patch;
  const kept = [...relations].flatMap(([position, person]) =>
    person === null && since.written.has(String(position)) ? [position] : [],
  );
  const told = actions.flatMap(({ position, isRemoved }) => {
    const version = state.actions.get(position ?? -1)?.toldVersion ?? -1;
    return isRemoved === true && version >= (line.since ?? line.id) ? [position] : [];
  });
  const isReached = since.isProcessed || [...patchedState(state, patch, '').actions.values()].some(isContact);
  return {
    patch: {
      ...others,
      relations: new Map([...relations].filter(([position]) => !kept.includes(position))),
      actions: actions.filter(({ position }) => !told.includes(position)),
      ...(!since.isDealtWith && closed !== undefined && { closed }),
      ...(!since.isDealtWith && asleepUntil !== undefined && { asleepUntil, asleepReason }),
      reached: patch.reached === true || (state.row.reached === 1 && isReached),
      ...(line.flagged === true && !since.hasNews && { flagged: false }),
    },
    stayed: [
      ...(line.stayed ?? []),
      ...stayed,
      ...kept.map((position) => `relations[${position}]`),
      ...told.map((position) => `actions[${position}]`),
    ],
  };
}

/** Returns a patch of `state` without what would take back a change since. */
export function unlessChanged(state: EntryState, patch: EntryPatch, since: Since): EntryPatch {
  const {
    fields,
    relations = new Map<number, FieldPatch>(),
    relationExtras,
    actions,
    reached,
    ...values
  } = patch;
  const isFree = (name: string) => !since.names.has(name);
  const isKnown = (position: number) => {
    const person = relations.get(position) ?? {};
    return !state.relations.has(position) && since.persons.some((one) => isSamePerson(one, person));
  };
  const ofPersons = (patches: ReadonlyMap<number, FieldPatch | null> = new Map()) =>
    new Map(
      [...patches]
        .filter(([position]) => !isKnown(position))
        .map(([position, person]) => [
          position,
          only(
            person ?? {},
            (name) => !state.relations.has(position) || !since.personFields.has(`${position}.${name}`),
          ),
        ]),
    );
  return {
    ...only(values, isFree),
    reached: state.row.reached === 1 || (reached === true && isFree('reached')),
    fields: only(fields ?? {}, isFree),
    relations: ofPersons(relations),
    relationExtras: ofPersons(relationExtras),
    actions: (actions ?? []).filter(
      (action) => action.position !== undefined || !since.actions.has(contentOf(action)),
    ),
  };
}

function contentOf(action: Fields | ActionPatch): string {
  return JSON.stringify(recordedActionFields.map((name) => ({ ...action })[name] ?? null));
}

function only<T extends object>(values: T, keep: (name: string) => boolean): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => keep(name))) as Partial<T>;
}
