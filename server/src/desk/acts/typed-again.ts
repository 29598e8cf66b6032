import { patchActions, storedActions } from '../../entries/change/actions.ts';
import type { FieldPatch } from '../../entries/change/patch.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import type { EntryEdit } from '../../entries/change/staff-acts.ts';
import type { ManualEntry } from '../../entries/create/manual-entry.ts';
import type { Fields } from '../../entries/diff.ts';
import { isContact, isPlanned } from '../../entries/follow-up/progress.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';

const additions = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select('detail')
    .where('entry_id', '=', p.entryId)
    .where('change', 'in', ['called', 'assigned']),
);

/** The positions of the notes of messages and hand-overs: they were not typed in with the entry. */
export async function positionsAddedLater(read: Queries, entryId: number): Promise<ReadonlySet<number>> {
  const lines = await read.all(additions, { entryId });
  return new Set(lines.flatMap(({ detail }) => Object.keys(JSON.parse(detail).actions ?? {}).map(Number)));
}

const blank = {
  ...{ date: null, time: null, stage: null, comment: null, outcome: null },
  ...{ assigneeId: null, done: true },
};
const emptied = (fields: Fields): FieldPatch =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

/** The edit that makes an entry what was typed in anew: what is absent goes. */
export async function correctionOf(
  read: Queries,
  entry: EntryRow,
  { sejourType = null, comment = null, dateFirstContact = null, ...typed }: ManualEntry,
  author: string,
): Promise<EntryEdit> {
  const { type, establishmentId, fields = {}, relations = [], actions = [] } = typed;
  const before = await storedActions(read, entry.id);
  const later = await positionsAddedLater(read, entry.id);
  const earlier = [...before.keys()].filter((position) => !later.has(position));
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
  const persons = (await storedRelations(read, entry.id)).map(({ position, ...person }, i) => {
    const { lien = null, ...given } = relations[i] ?? {};
    return { position, lien, fields: relations[i] && { ...emptied(person.fields), ...given } };
  });
  const next = Math.max(-1, ...persons.map(({ position }) => position)) + 1;
  const added = relations.slice(persons.length).map(({ lien = null, ...fields }, i) => {
    return { position: next + i, lien, fields };
  });
  const all = [...persons, ...added];
  return {
    ...{ type, establishmentId, sejourType, comment, contactDate: dateFirstContact, actions: patches },
    ...(was !== is && { status: is ? 'processed' : 'new' }),
    fields: { ...emptied(parsedFields(entry.fields)), ...fields },
    relations: new Map(all.map(({ position, fields: person = null }) => [position, person])),
    relationExtras: new Map(all.map(({ position, lien }) => [position, { lien }])),
  };
}
