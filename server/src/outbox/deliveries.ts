import { type Kysely, sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { type Parameters, statement, variants } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { type KeysetPage, newest } from './keyset.ts';

/** States that deliveries are shown in. `held`: it waits for an endpoint that is not on. */
export const deliveryStates = ['pending', 'held', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What is shown of every delivery. */
const deliveryColumns = [
  'outbox.id',
  'outbox.webhook_id as webhookId',
  'outbox.endpoint_id as endpointId',
  'callers.name as caller',
  'endpoints.url',
  'endpoints.state as endpointState',
  'outbox.entry_id as entryId',
  'outbox.event',
  'outbox.sequence',
  'outbox.state',
  'outbox.attempts',
  'outbox.created_at as createdAt',
  'outbox.next_at as nextAt',
  'outbox.finished_at as finishedAt',
] as const;

/** Which deliveries to find; what is undefined filters nothing. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly endpointId?: number | undefined;
  readonly entryId?: number | undefined;
}

type FilterValues = { readonly endpointId: number; readonly entryId: number };
type PageValues = FilterValues & { readonly from: number };

/** The ids of what a filter finds. States stand in the text: each has indexes of its own. */
function idsBy<P extends FilterValues>(
  db: Kysely<Tables>,
  p: Parameters<P>,
  { state, endpointId, entryId }: DeliveryFilter,
) {
  let ids = db.selectFrom('outbox').select('id');
  if (state === 'pending' || state === 'held') {
    const on = db
      .selectFrom('endpoints')
      .select('id')
      .where('state', state === 'held' ? '<>' : '=', sql.lit('on'));
    ids = ids.where('state', '=', sql.lit('pending')).where('endpoint_id', 'in', on);
  } else if (state !== undefined) ids = ids.where('state', '=', sql.lit(state));
  if (endpointId !== undefined) ids = ids.where('endpoint_id', '=', p.endpointId);
  if (entryId !== undefined) ids = ids.where('entry_id', '=', p.entryId);
  return ids;
}

/**
 * The id as the engines may look for it. What waits is little, and found by its own index: SQLite would rather walk
 * through every id, past a million that have finished.
 */
function idOf({ state }: DeliveryFilter) {
  return state === 'pending' || state === 'held' ? sql<number>`+id` : sql.ref<number>('id');
}

function found(filter: DeliveryFilter, { backwards, size }: KeysetPage) {
  const order = backwards ? 'asc' : 'desc';
  const id = idOf(filter);
  return statement<PageValues>()((db, p) =>
    db
      .selectFrom(
        idsBy(db, p, filter)
          .where(id, backwards ? '>' : '<', p.from)
          .orderBy(id, order)
          .limit(sql.lit(size))
          .as('found'),
      )
      .innerJoin('outbox', 'outbox.id', 'found.id')
      .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
      .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
      .select(deliveryColumns)
      .orderBy('outbox.id', order),
  );
}

function counted(filter: DeliveryFilter, most: number) {
  const { state } = filter;
  return statement<PageValues>()((db, p) => {
    const ids = idsBy(db, p, filter).limit(sql.lit(most));
    // Newest first, as the list itself: what it has just read is counted, and not the oldest pages of the table.
    const counted =
      state === 'pending' || state === 'held' ? ids : ids.where('id', '<', p.from).orderBy('id', 'desc');
    return db.selectFrom(counted.as('found')).select((eb) => eb.fn.countAll<number>().as('n'));
  });
}

/** One for each combination. */
const finding = variants<ReturnType<typeof found>>();
const counting = variants<ReturnType<typeof counted>>();

/** The deliveries that a filter finds, in the order of the page. */
export async function findDeliveries(read: Queries, filter: DeliveryFilter, page: KeysetPage) {
  const { from = page.backwards ? 0 : newest, backwards, size } = page;
  const key = `${cacheKey(filter)} ${backwards} ${size}`;
  const query = finding(key, () => found(filter, page));
  return (await read.all(query, { ...parametersOf(filter), from })).map(shownDelivery);
}

/** How many deliveries a filter finds, counted up to `most`. */
export async function countDeliveries(read: Queries, filter: DeliveryFilter, most: number): Promise<number> {
  const key = `${cacheKey(filter)} ${most}`;
  const query = counting(key, () => counted(filter, most));
  return Number((await read.first(query, { ...parametersOf(filter), from: newest }))?.n ?? 0);
}

const cacheKey = ({ state, endpointId, entryId }: DeliveryFilter) =>
  `${state} ${endpointId !== undefined} ${entryId !== undefined}`;
const parametersOf = ({ endpointId = 0, entryId = 0 }: DeliveryFilter) => ({ endpointId, entryId });

const newestFailed = statement<{ limit: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select(deliveryColumns)
    .where('outbox.state', '=', sql.lit('failed'))
    .orderBy('outbox.finished_at', 'desc')
    .limit(p.limit),
);
const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select([...deliveryColumns, 'outbox.body'])
    .where('outbox.id', '=', p.id),
);
const attemptsOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('attempts')
    .select(['at', 'status', 'ms', 'failure_reason as cause', 'response_excerpt as answer'])
    .where('outbox_id', '=', p.id)
    .orderBy('id'),
);

/** The deliveries that were given up, newest first. */
export async function listFailed(read: Queries, { limit }: { limit: number }) {
  return (await read.all(newestFailed, { limit })).map(shownDelivery);
}

/** One delivery with the bytes that are sent and every attempt; undefined when there is none. */
export async function showDelivery(read: Queries, id: number) {
  const row = await read.first(byId, { id });
  return row === undefined ? undefined : { ...shownDelivery(row), log: await read.all(attemptsOf, { id }) };
}

/** A row with its shown state. */
function shownDelivery<
  R extends { readonly state: 'pending' | 'delivered' | 'failed'; readonly endpointState: string },
>({ endpointState, ...row }: R) {
  const state: DeliveryState = row.state === 'pending' && endpointState !== 'on' ? 'held' : row.state;
  return { ...row, state };
}
