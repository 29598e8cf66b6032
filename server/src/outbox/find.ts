import { type Kysely, sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { type Parameters, statement, variants } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { type DeliveryState, deliveryColumns, shownDelivery } from './show.ts';

/** Which deliveries are looked for; all of them by what is undefined. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly endpointId?: number | undefined;
  readonly entryId?: number | undefined;
}

/** Newest first from the id `from` on; backwards: oldest first. Neither begins with that one. */
export interface DeliveryWalk {
  readonly from: number | undefined;
  readonly backwards: boolean;
  readonly size: number;
}

type FilterValues = { readonly endpointId: number; readonly entryId: number };
type WalkValues = FilterValues & { readonly from: number };

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

function found(filter: DeliveryFilter, { backwards, size }: DeliveryWalk) {
  const order = backwards ? 'asc' : 'desc';
  const id = idOf(filter);
  return statement<WalkValues>()((db, p) =>
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
  return statement<WalkValues>()((db, p) => {
    const ids = idsBy(db, p, filter).limit(sql.lit(most));
    // Newest first, as the list itself: what it has just read is counted, and not the oldest pages of the table.
    const counted =
      state === 'pending' || state === 'held' ? ids : ids.where('id', '<', p.from).orderBy('id', 'desc');
    return db.selectFrom(counted.as('found')).select((eb) => eb.fn.countAll<number>().as('n'));
  });
}

/** Above any id. */
const newest = Number.MAX_SAFE_INTEGER;

/** One for each combination. */
const finding = variants<ReturnType<typeof found>>();
const counting = variants<ReturnType<typeof counted>>();

/** The deliveries that a filter finds, in the order of the walk. */
export async function findDeliveries(read: Queries, filter: DeliveryFilter, walk: DeliveryWalk) {
  const { from = walk.backwards ? 0 : newest, backwards, size } = walk;
  const key = `${shapeOf(filter)} ${backwards} ${size}`;
  const query = finding(key, () => found(filter, walk));
  return (await read.all(query, { ...valuesOf(filter), from })).map(shownDelivery);
}

/** How many deliveries a filter finds, counted up to `most`. */
export async function countDeliveries(read: Queries, filter: DeliveryFilter, most: number): Promise<number> {
  const key = `${shapeOf(filter)} ${most}`;
  const query = counting(key, () => counted(filter, most));
  return Number((await read.first(query, { ...valuesOf(filter), from: newest }))?.n ?? 0);
}

const shapeOf = ({ state, endpointId, entryId }: DeliveryFilter) =>
  `${state} ${endpointId !== undefined} ${entryId !== undefined}`;
const valuesOf = ({ endpointId = 0, entryId = 0 }: DeliveryFilter) => ({ endpointId, entryId });
