import { sql } from 'kysely';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Day, Instant, Tables } from '../../store/tables.ts';

type RequestsTable = Tables['privacy_requests'];
export type StoredRequest = Omit<RequestsTable, 'id'> & { readonly id: number };
export type StoredRequestEntry = Tables['privacy_request_entries'];

const columns = [
  'id',
  'kind',
  'person',
  'received_on',
  'channel',
  'identity_check',
  'due_on',
  'extension_reason',
  'decision',
  'ground',
  'created_at',
  'closed_at',
] as const;
/** How many requests a list shows. */
export const maxListed = 500;
const limit = sql.lit(maxListed + 1);

const openRequests = statement()((db) =>
  db
    .selectFrom('privacy_requests')
    .select(columns)
    .where('closed_at', 'is', null)
    .orderBy('due_on')
    .orderBy('id')
    .limit(limit),
);
const closedRequests = statement()((db) =>
  db
    .selectFrom('privacy_requests')
    .select(columns)
    .where('closed_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
);
const byId = statement<{ id: number }>()((db, p) =>
  db.selectFrom('privacy_requests').select(columns).where('id', '=', p.id),
);
const lockById = statement<{ id: number }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('privacy_requests').select(columns).where('id', '=', p.id)),
);
const countEntries = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('privacy_request_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('request_id', '=', p.id),
);
export const insertRequest = statement<{
  kind: RequestsTable['kind'];
  person: string;
  receivedOn: Day;
  channel: RequestsTable['channel'];
  dueOn: Day;
  now: Instant;
}>()((db, p) =>
  db
    .insertInto('privacy_requests')
    .values({
      kind: p.kind,
      person: p.person,
      received_on: p.receivedOn,
      channel: p.channel,
      identity_check: null,
      due_on: p.dueOn,
      extension_reason: null,
      decision: null,
      ground: null,
      created_at: p.now,
      closed_at: null,
    })
    .returning('id'),
);
export const updateRequest = statement<
  Pick<
    StoredRequest,
    'id' | 'identity_check' | 'due_on' | 'extension_reason' | 'decision' | 'ground' | 'closed_at'
  >
>()((db, p) =>
  db
    .updateTable('privacy_requests')
    .set({
      identity_check: p.identity_check,
      due_on: p.due_on,
      extension_reason: p.extension_reason,
      decision: p.decision,
      ground: p.ground,
      closed_at: p.closed_at,
    })
    .where('id', '=', p.id),
);

const entriesOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('privacy_request_entries')
    .select(['request_id', 'entry_id', 'state', 'reason', 'people', 'withheld'])
    .where('request_id', '=', p.id)
    .orderBy('entry_id'),
);
const entryOf = statement<{ id: number; entryId: number }>()((db, p) =>
  db
    .selectFrom('privacy_request_entries')
    .select(['request_id', 'entry_id', 'state', 'reason', 'people', 'withheld'])
    .where('request_id', '=', p.id)
    .where('entry_id', '=', p.entryId),
);
export const linkEntry = statement<{ id: number; entryId: number }>()((db, p) =>
  db
    .insertInto('privacy_request_entries')
    .values({ request_id: p.id, entry_id: p.entryId, state: 'found' })
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
    .select(['at', 'author', 'step', 'detail'])
    .where('request_id', '=', p.id)
    .where('step', '<>', 'told')
    .orderBy('id'),
);

export function listRequests(read: Queries, state: 'open' | 'closed'): Promise<StoredRequest[]> {
  return state === 'open' ? read.all(openRequests, {}) : read.all(closedRequests, {});
}

export function findRequest(read: Queries, id: number): Promise<StoredRequest | undefined> {
  return read.first(byId, { id });
}

export function lockRequest(tx: Transaction, id: number): Promise<StoredRequest | undefined> {
  return tx.first(lockById, { id });
}

export async function countRequestEntries(read: Queries, id: number): Promise<number> {
  return Number((await read.first(countEntries, { id }))?.count ?? 0);
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
