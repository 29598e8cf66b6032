import { sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { statement } from '../database/statement.ts';

/** What a delivery can be found by. `held`: it waits for an endpoint that is not on. */
export const deliveryStates = ['pending', 'held', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What is shown of every delivery. */
export const deliveryColumns = [
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

const newest = statement<{ before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select(deliveryColumns)
    .where('outbox.id', '<', p.before)
    .orderBy('outbox.id', 'desc')
    .limit(p.limit),
);
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
    .select(['at', 'status', 'ms', 'cause', 'answer'])
    .where('outbox_id', '=', p.id)
    .orderBy('id'),
);

/** The newest deliveries, before the id `before` if there are more. */
export async function listDeliveries(read: Queries, { before, limit }: { before: number; limit: number }) {
  return (await read.all(newest, { before, limit })).map(shownDelivery);
}

/** The deliveries that were given up, newest first. */
export async function listFailed(read: Queries, { limit }: { limit: number }) {
  return (await read.all(newestFailed, { limit })).map(shownDelivery);
}

/** One delivery with the bytes that are sent and every attempt; undefined when there is none. */
export async function showDelivery(read: Queries, id: number) {
  const row = await read.first(byId, { id });
  return row === undefined ? undefined : { ...shownDelivery(row), log: await read.all(attemptsOf, { id }) };
}

/** A delivery with the state that it can be found by. */
export function shownDelivery<
  R extends { readonly state: 'pending' | 'delivered' | 'failed'; readonly endpointState: string },
>({ endpointState, ...row }: R) {
  const state: DeliveryState = row.state === 'pending' && endpointState !== 'on' ? 'held' : row.state;
  return { ...row, state };
}
