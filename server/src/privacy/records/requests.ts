import { type Kysely, sql } from 'kysely';
import { shownAuthor } from '../../access/authors.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import type { PersonKey } from '../persons.ts';

/** An entry that a request lists, as it is stored. */
export type StoredRequestEntry = Tables['privacy_request_entries'];

/** All requests, as they are stored, with how many entries each lists. */
export const selectRequests = (db: Kysely<Tables>) =>
  db
    .selectFrom('privacy_requests')
    .select([
      'id',
      'kind',
      'asker',
      'person',
      'represented',
      'received_on as receivedOn',
      'channel',
      'identity_check as identityCheck',
      'due_on as dueOn',
      'extension_reason as extensionReason',
      'decision',
      'ground',
      'created_at as createdAt',
      'closed_at as closedAt',
      sql<number>`(select count(*) from privacy_request_entries where request_id = privacy_requests.id)`.as(
        'entries',
      ),
    ]);
/** A request as it is stored, and how many entries it lists. */
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

const byId = statement<{ id: number }>()((db, p) => selectRequests(db).where('id', '=', p.id));
const lockById = statement<{ id: number }>()((db, p, dialect) =>
  dialect.forUpdate(selectRequests(db).where('id', '=', p.id)),
);
const entriesOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('privacy_request_entries').selectAll().where('request_id', '=', p.id).orderBy('entry_id'),
);
const entryOf = statement<{ id: number; entryId: number }>()((db, p) =>
  db
    .selectFrom('privacy_request_entries')
    .selectAll()
    .where('request_id', '=', p.id)
    .where('entry_id', '=', p.entryId),
);
/** An entry that is listed already stays as it is. */
export const linkEntry = statement<{ id: number; entryId: number; people: string | null }>()((db, p) =>
  db
    .insertInto('privacy_request_entries')
    .values({ request_id: p.id, entry_id: p.entryId, state: 'found', people: p.people })
    .onConflict((conflict) => conflict.doNothing()),
);
export const updateEntry = statement<StoredRequestEntry>()((db, p) =>
  db
    .updateTable('privacy_request_entries')
    .set({ state: p.state, reason: p.reason, people: p.people, withheld: p.withheld })
    .where('request_id', '=', p.request_id)
    .where('entry_id', '=', p.entry_id),
);
const stepsOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('privacy_request_steps')
    .select(['at', shownAuthor('author').as('author'), 'step', 'detail'])
    .where('request_id', '=', p.id)
    .where('step', '<>', 'told')
    .orderBy('id'),
);

export function findRequest(read: Queries, id: number) {
  return read.first(byId, { id });
}

export function lockRequest(tx: Transaction, id: number): Promise<StoredRequest | undefined> {
  return tx.first(lockById, { id });
}

export function requestEntries(read: Queries, id: number): Promise<StoredRequestEntry[]> {
  return read.all(entriesOf, { id });
}

export function requestEntry(
  read: Queries,
  id: number,
  entryId: number,
): Promise<StoredRequestEntry | undefined> {
  return read.first(entryOf, { id, entryId });
}

export async function requestSteps(read: Queries, id: number) {
  const rows = await read.all(stepsOf, { id });
  return rows.map(({ detail, ...step }) => ({
    ...step,
    detail: JSON.parse(detail) as Readonly<Record<string, unknown>>,
  }));
}

/** Returns whom of the entry a request concerns; null until that was chosen. */
export function peopleOf({ people }: Pick<StoredRequestEntry, 'people'>): PersonKey[] | null {
  return people === null ? null : (JSON.parse(people) as PersonKey[]);
}
