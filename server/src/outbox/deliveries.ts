import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { countRows, type KeysetPage, selectPage } from '../store/keyset.ts';
import { bind, dynamicStatement, statement } from '../store/statement.ts';

/** The states shown to users. `held`: the delivery waits for an endpoint that is not on. */
export const deliveryStates = ['pending', 'held', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The columns shown for every delivery. */
const deliveryColumns = [
  'outbox.id',
  'outbox.webhook_id as webhookId',
  'outbox.endpoint_id as endpointId',
  'callers.name as caller',
  'endpoints.url',
  'endpoints.state as endpointState',
  'outbox.entry_id as entryId',
  'entries.custom_id as customId',
  'outbox.event',
  'outbox.sequence',
  'outbox.state',
  'outbox.created_at as createdAt',
  'outbox.next_at as nextAt',
  'outbox.finished_at as finishedAt',
] as const;
/** Selects the number of all attempts: `outbox.attempts` begins again when a delivery is sent again. */
export const attemptCount = sql<number>`(select count(*) from attempts where outbox_id = outbox.id)`.as(
  'attempts',
);

/** Which deliveries to list. Undefined fields do not filter. */
interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly endpointId?: number | undefined;
  readonly entryId?: number | undefined;
  readonly customId?: string | undefined;
}

/** A page of deliveries, newest first; oldest first when it is read backwards. */
export async function findDeliveries(
  read: Queries,
  filter: DeliveryFilter,
  page: KeysetPage<readonly [id: number]>,
) {
  // Pending deliveries are few and have a partial index, but SQLite would scan every id, past a million finished ones.
  // Ordering by an expression prevents that.
  const id = isPending(filter) ? sql`id + 0` : sql`id`;
  const list = { from: sql`outbox`, conditions: conditionsOf(filter), key: [id], descending: true };
  const found = dynamicStatement((db) =>
    db
      .selectFrom(sql<{ id: number }>`(${selectPage(sql`id`, list, page)})`.as('page'))
      .innerJoin('outbox', 'outbox.id', 'page.id')
      .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
      .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
      .leftJoin('entries', 'entries.id', 'outbox.entry_id')
      .select(deliveryColumns)
      .select(attemptCount)
      .orderBy('outbox.id', page.backwards ? 'asc' : 'desc'),
  );
  return (await read.all(found)).map(shownDelivery);
}

/** How many deliveries match the filter; counting stops at `limit`. */
export function countDeliveries(read: Queries, filter: DeliveryFilter, limit: number): Promise<number> {
  return countRows(read, { from: sql`outbox`, conditions: conditionsOf(filter) }, limit);
}

const isPending = ({ state }: DeliveryFilter) => state === 'pending' || state === 'held';

// States are literals in the SQL text: the planner needs them to choose a partial index.
function conditionsOf(filter: DeliveryFilter) {
  const { state, endpointId, entryId, customId } = filter;
  const isOn = state === 'held' ? sql`<>` : sql`=`;
  return [
    ...(state === undefined ? [] : [sql`state = ${sql.lit(isPending(filter) ? 'pending' : state)}`]),
    ...(isPending(filter) ? [sql`endpoint_id in (select id from endpoints where state ${isOn} 'on')`] : []),
    ...(endpointId === undefined ? [] : [sql`endpoint_id = ${bind(endpointId)}`]),
    ...(entryId === undefined ? [] : [sql`entry_id = ${bind(entryId)}`]),
    // All callers, because the index begins with the caller.
    ...(customId === undefined
      ? []
      : [
          sql`entry_id in (select id from entries
            where caller_id in (select id from callers) and custom_id = ${bind(customId)})`,
        ]),
  ];
}

const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .leftJoin('entries', 'entries.id', 'outbox.entry_id')
    .select([...deliveryColumns, attemptCount, 'outbox.body'])
    .where('outbox.id', '=', p.id),
);
const attemptsOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('attempts')
    .select(['at', 'status', 'ms', 'failure_reason as cause', 'response_excerpt as answer'])
    .where('outbox_id', '=', p.id)
    .orderBy('id'),
);

/** One delivery with its body and every attempt; undefined when there is none. */
export async function showDelivery(read: Queries, id: number) {
  const row = await read.first(byId, { id });
  return row === undefined ? undefined : { ...shownDelivery(row), log: await read.all(attemptsOf, { id }) };
}

/** A row with the state that is shown. */
export function shownDelivery<
  R extends { readonly state: 'pending' | 'delivered' | 'failed'; readonly endpointState: string },
>({ endpointState, state, ...row }: R) {
  const shown: DeliveryState = state === 'pending' && endpointState !== 'on' ? 'held' : state;
  return { ...row, state: shown };
}
