import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { shownAuthor } from '../../access/authors.ts';
import { RequestError } from '../../contract/request-error.ts';
import { patchActions, storedActions } from '../../entries/change/actions.ts';
import { type FieldPatch, patched } from '../../entries/change/patch.ts';
import { isSamePerson } from '../../entries/change/persons.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import type { EntryEdit } from '../../entries/change/staff-acts.ts';
import type { ManualEntry } from '../../entries/create/manual-entry.ts';
import type { Fields } from '../../entries/diff.ts';
import { isContact, isPlanned } from '../../entries/follow-up/progress.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { rawStatement } from '../../store/statement.ts';

interface Line {
  readonly entryId: number;
  readonly author: string;
  /** The author's name. */
  readonly by: string;
  readonly change: string;
  readonly detail: string;
}

const linesOf = rawStatement<{ ids: readonly number[] }, Line>(
  (p, dialect) => sql`
select h.entry_id as "entryId", h.author, ${shownAuthor('h.author')} as "by", h.change, h.detail from history h
where ${dialect.idIn('h.entry_id', p.ids)} order by h.id`,
);

interface SinceTyped {
  /** Who else has acted on it, the last one. */
  readonly takenBy: string | null;
  /** Whether there is more than what was typed in, corrected or noted with a message or a hand-over of its author. */
  readonly isChanged: boolean;
  /** The positions of the notes of messages and hand-overs: they were not typed in with the entry. */
  readonly noted: ReadonlySet<number>;
  /** The positions of related persons, also of those who are gone. */
  readonly persons: readonly number[];
}

/** What the history says of entries that `author` has typed in, by entry. */
export async function sinceTyped(read: Queries, ids: readonly number[], author: string) {
  const lines = await read.all(linesOf, { ids });
  const byEntry = Map.groupBy(lines, ({ entryId }) => entryId);
  return (id: number) => sinceTypedIn(byEntry.get(id) ?? [], author);
}

const harmless: ReadonlySet<string> = new Set(['created', 'retyped', 'called', 'assigned', 'undone']);

function sinceTypedIn(lines: readonly Line[], author: string): SinceTyped {
  const takenBy = lines.findLast((line) => line.author !== author)?.by ?? null;
  const noted = new Set<number>();
  const persons: number[] = [];
  let newest: readonly number[] = [];
  for (const { change, detail } of lines) {
    const { actions = {}, relations = {} } = JSON.parse(detail);
    persons.push(...Object.keys(relations).map(Number));
    // An undo takes back the line before it; its positions are given again.
    if (change === 'undone') for (const position of newest) noted.delete(position);
    newest = change === 'called' || change === 'assigned' ? Object.keys(actions).map(Number) : [];
    for (const position of newest) noted.add(position);
  }
  const isChanged = takenBy !== null || lines.some(({ change }) => !harmless.has(change));
  return { takenBy, isChanged, noted, persons };
}

/** Rejects with CONFLICT for an entry that is no open lead any more, or on which anybody has acted since. */
export async function requireCorrectable(
  read: Queries,
  { id, isOpen }: { readonly id: number; readonly isOpen: boolean },
  author: string,
): Promise<SinceTyped> {
  const since = (await sinceTyped(read, [id], author))(id);
  const by = since.takenBy ?? 'you';
  if (since.isChanged || !isOpen)
    throw new RequestError('CONFLICT', `path: ${by} changed the entry ${id} since`);
  return since;
}

const blank = {
  ...{ date: null, time: null, stage: null, comment: null, outcome: null },
  ...{ assigneeId: null, done: true },
};
const emptied = (fields: Fields): FieldPatch =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

/** The edit that makes an entry what was typed in anew: what is absent goes. Rejects like {@link requireCorrectable}. */
export async function correctionOf(
  read: Queries,
  entry: EntryRow,
  { sejourType = null, comment = null, dateFirstContact = null, ...typed }: ManualEntry,
  author: string,
): Promise<EntryEdit> {
  const { type, establishmentId, fields = {}, relations = [], actions = [] } = typed;
  const since = await requireCorrectable(read, { id: entry.id, isOpen: entry.open === 1 }, author);
  const before = await storedActions(read, entry.id);
  const earlier = [...before.keys()].filter((position) => !since.noted.has(position));
  const patches = [
    ...actions.map((action, i) => {
      const position = earlier[i];
      return { ...blank, ...action, ...(position !== undefined && { position }) };
    }),
    ...earlier.slice(actions.length).map((position) => ({ position, isRemoved: true })),
  ];
  const [was, is] = [before, patchActions(before, patches, author)].map((all) =>
    [...all.values()].some((action) => isContact(action) || isPlanned(action)),
  );
  const gone = await storedRelations(read, entry.id);
  let next = Math.max(-1, ...since.persons, ...gone.map(({ position }) => position)) + 1;
  // A position is one person's for good: the history tells by it whose data it has.
  const persons = relations.map(({ lien = null, ...given }) => {
    const person = patched({}, given);
    const same = gone.findIndex(
      (one) => isDeepStrictEqual(one.fields, person) || isSamePerson(one.fields, person),
    );
    const [known] = same < 0 ? [] : gone.splice(same, 1);
    return {
      position: known?.position ?? next++,
      lien,
      fields: { ...emptied(known?.fields ?? {}), ...person },
    };
  });
  return {
    ...{ change: 'retyped', type, establishmentId, sejourType, comment, contactDate: dateFirstContact },
    ...{ actions: patches, ...(was !== is && { status: is ? 'processed' : 'new' }) },
    fields: { ...emptied(parsedFields(entry.fields)), ...fields },
    relations: new Map<number, FieldPatch | null>([
      ...persons.map((one) => [one.position, one.fields] as const),
      ...gone.map(({ position }) => [position, null] as const),
    ]),
    relationExtras: new Map(persons.map(({ position, lien }) => [position, { lien }])),
  };
}
