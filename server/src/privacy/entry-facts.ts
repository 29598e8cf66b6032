import { shownAuthor } from '../access/authors.ts';
import type { EntryKind } from '../contract/enumerations.ts';
import { parsedFields, relationsOfAll } from '../entries/change/relations.ts';
import { followUpState, type followUpStates } from '../follow-up/state.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { type Person, personsOf } from './persons.ts';

/** Whose an entry is, where, and whether anybody waits: a number alone tells nobody what an act would concern. */
export interface EntryFacts {
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly receivedAt: string;
  readonly restriction: 'limited' | 'erased' | null;
  readonly pendingErasure: {
    readonly reason: string;
    readonly requestId: number | null;
    readonly decidedAt: string;
    readonly decidedBy: string;
    readonly dueAt: string;
  } | null;
  readonly followUp: (typeof followUpStates)[number] | null;
  readonly persons: Person[];
}

/** What is known of an entry, and what its persons' names and numbers are read from. */
export type DescribedEntry = Awaited<ReturnType<typeof describeEntries>>[number];

const entriesByIds = statement<{ ids: readonly number[] }>()((db, p, { idIn }) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'establishment_id as establishmentId', 'received_at as receivedAt', 'restriction'])
    .select(['open', 'reached', 'next_date', 'asleep_until', 'fields', 'extra'])
    .where(idIn('id', p.ids)),
);
const pendingByIds = statement<{ ids: readonly number[] }>()((db, p, { idIn }) =>
  db
    .selectFrom('pending_erasures')
    .select(['entry_id as id', 'reason', 'request_id as requestId', 'decided_at as decidedAt'])
    .select([shownAuthor('decided_by').as('decidedBy'), 'due_at as dueAt'])
    .where(idIn('entry_id', p.ids)),
);

/** Describes these entries, those that exist. `today`: in Europe/Paris. */
export async function describeEntries(read: Queries, entryIds: readonly number[], today: Day) {
  const related = await relationsOfAll(read, entryIds);
  const pending = new Map(
    (await read.all(pendingByIds, { ids: entryIds })).map(({ id, ...erasure }) => [id, erasure]),
  );
  return (await read.all(entriesByIds, { ids: entryIds })).map((row) => {
    const { id, kind, establishmentId, receivedAt, restriction } = row;
    const fields = parsedFields(row.fields);
    const relations = related.get(id) ?? [];
    const followUp = followUpState(row, today);
    const persons = personsOf(fields, relations);
    const pendingErasure = pending.get(id) ?? null;
    const known = { kind, establishmentId, receivedAt, restriction };
    const facts: EntryFacts = { ...known, pendingErasure, followUp, persons };
    return { id, facts, fields, extra: parsedFields(row.extra), relations };
  });
}

/** Returns what is known of an entry; null when it does not exist. */
export async function factsOf(read: Queries, entryId: number, today: Day): Promise<EntryFacts | null> {
  const [entry] = await describeEntries(read, [entryId], today);
  return entry?.facts ?? null;
}
