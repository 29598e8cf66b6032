import type { Kysely } from 'kysely';
import { notFound, RequestError } from '../../contract/request-error.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import type { PersonKey } from '../persons.ts';

export type StoredRequestEntry = Tables['privacy_request_entries'];

export const selectRequests = (db: Kysely<Tables>) =>
  db
    .selectFrom('privacy_requests')
    .select(['id', 'kind', 'asker', 'person', 'represented', 'authority', 'channel', 'decision', 'ground'])
    .select(['received_on as receivedOn', 'identity_kind as identityKind', 'identity_check as identityCheck'])
    .select(['due_on as dueOn', 'extension_reason as extensionReason', 'answered_on as answeredOn'])
    .select(['answer_channel as answerChannel', 'created_at as createdAt', 'closed_at as closedAt']);
export type StoredRequest = Awaited<ReturnType<typeof findRequest>>;

/** Returns a request; `isLocked`: until the transaction ends. Rejects with NOTFOUND for an unknown one. */
export async function findRequest(read: Queries, id: number, { isLocked = false } = {}) {
  const found = await read.first(
    query((db, { forUpdate }) => {
      const request = selectRequests(db).where('id', '=', id);
      return isLocked ? forUpdate(request) : request;
    }),
  );
  if (found === undefined) throw notFound('request', id);
  return found;
}

const selectEntries = (db: Kysely<Tables>, id: number) =>
  db.selectFrom('privacy_request_entries').selectAll().where('request_id', '=', id);

export function requestEntries(read: Queries, id: number): Promise<StoredRequestEntry[]> {
  return read.all(query((db) => selectEntries(db, id).orderBy('entry_id')));
}

export function requestEntry(read: Queries, id: number, entryId: number) {
  return read.first(query((db) => selectEntries(db, id).where('entry_id', '=', entryId)));
}

/** Lists an entry in a request. One that is listed already stays as it is. Returns how many were added. */
export function linkEntry(tx: Transaction, id: number, entryId: number, people: string | null) {
  return tx.run(
    query((db) =>
      db
        .insertInto('privacy_request_entries')
        .values({ request_id: id, entry_id: entryId, state: 'found', people })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  );
}

export function updateEntry(tx: Transaction, { request_id, entry_id, ...values }: StoredRequestEntry) {
  return tx.run(
    query((db) =>
      db
        .updateTable('privacy_request_entries')
        .set(values)
        .where('request_id', '=', request_id)
        .where('entry_id', '=', entry_id),
    ),
  );
}

/** Returns an entry whose erasure for this request is pending: any, or this one. */
export function pendingFor(read: Queries, id: number, entryId?: number) {
  return read.first(
    query((db) => {
      const pending = db.selectFrom('pending_erasures').select('entry_id').where('request_id', '=', id);
      return entryId === undefined ? pending.limit(1) : pending.where('entry_id', '=', entryId);
    }),
  );
}

/** Throws CONFLICT while an erasure for this request is pending: it would be done nevertheless. */
export async function requireNonePending(read: Queries, id: number, entryId?: number): Promise<void> {
  const found = await pendingFor(read, id, entryId);
  if (found !== undefined)
    throw new RequestError(
      'CONFLICT',
      `Entry ${found.entry_id} is to be erased for request ${id}: that has to be done, or taken back, first`,
    );
}

/** Returns whom of the entry a request concerns; null until that was chosen. */
export function peopleOf({ people }: Pick<StoredRequestEntry, 'people'>): PersonKey[] | null {
  return people === null ? null : (JSON.parse(people) as PersonKey[]);
}
