import { sql } from 'kysely';
import { countRows, type KeysetPage, selectPage } from '../database/keyset.ts';
import type { Queries } from '../database/port.ts';
import { bind, dynamicStatement } from '../database/statement.ts';
import { type DeliveryState, deliveryColumns, shownDelivery } from './show.ts';

/** Which deliveries are wanted. What is undefined does not filter. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly endpointId?: number | undefined;
  readonly entryId?: number | undefined;
}

/** The deliveries of a page, newest first; oldest first when it is read backwards. */
export async function findDeliveries(
  read: Queries,
  filter: DeliveryFilter,
  page: KeysetPage<readonly [id: number]>,
) {
  // Pending deliveries are few and have an index of their own: SQLite would rather walk through every id, past a million
  // that have finished. An expression keeps it from that.
  const id = isPending(filter) ? sql`id + 0` : sql`id`;
  const list = { from: sql`outbox`, conditions: conditionsOf(filter), key: [id], descending: true };
  const found = dynamicStatement((db) =>
    db
      .selectFrom(sql<{ id: number }>`(${selectPage(sql`id`, list, page)})`.as('page'))
      .innerJoin('outbox', 'outbox.id', 'page.id')
      .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
      .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
      .select(deliveryColumns)
      .orderBy('outbox.id', page.backwards ? 'asc' : 'desc'),
  );
  return (await read.all(found, {})).map(shownDelivery);
}

/** How many deliveries match the filter, counted no further than `limit`. */
export function countDeliveries(read: Queries, filter: DeliveryFilter, limit: number): Promise<number> {
  return countRows(read, { from: sql`outbox`, conditions: conditionsOf(filter) }, limit);
}

const isPending = ({ state }: DeliveryFilter) => state === 'pending' || state === 'held';

// States stand in the text: an index of some rows alone is chosen by them.
function conditionsOf(filter: DeliveryFilter) {
  const { state, endpointId, entryId } = filter;
  const isOn = state === 'held' ? sql`<>` : sql`=`;
  return [
    ...(state === undefined ? [] : [sql`state = ${sql.lit(isPending(filter) ? 'pending' : state)}`]),
    ...(isPending(filter) ? [sql`endpoint_id in (select id from endpoints where state ${isOn} 'on')`] : []),
    ...(endpointId === undefined ? [] : [sql`endpoint_id = ${bind(endpointId)}`]),
    ...(entryId === undefined ? [] : [sql`entry_id = ${bind(entryId)}`]),
  ];
}
