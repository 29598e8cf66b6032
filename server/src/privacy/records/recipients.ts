import type { Kysely } from 'kysely';
import { serviceAuthor } from '../../access/audit.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { bind, query } from '../../store/statement.ts';
import type { Instant, Tables } from '../../store/tables.ts';
import { recordStep } from './steps.ts';
import { partnerName, receiversOf, selectDeliveries } from './told.ts';

/** Who has received an entry's data, as far as the database still knows. */
type Known = Awaited<ReturnType<typeof knownNow>>;

const selectKept = (db: Kysely<Tables>, requestId: number) =>
  db
    .selectFrom('privacy_request_steps')
    .select('detail')
    .where('request_id', '=', requestId)
    .where('step', '=', 'told')
    .orderBy('id');

async function knownNow(read: Queries, entryId: number, since: Instant) {
  const deliveries = await read.all(
    query((db) =>
      selectDeliveries(db, entryId)
        .where('outbox.event', 'in', ['erased', 'updated', 'result'])
        .where('outbox.created_at', '>=', since)
        .orderBy('outbox.id'),
    ),
  );
  const caller = await read.first(
    query((db) =>
      db
        .selectFrom('entries')
        .innerJoin('callers', 'callers.id', 'entries.caller_id')
        .select('callers.name')
        .where('entries.id', '=', entryId),
    ),
  );
  const { partner, advertising } = await receiversOf(read, entryId);
  return {
    entryId,
    /** The events of an erasure or a correction, by their ids. */
    deliveries: Object.fromEntries(deliveries.map(({ id, ...delivery }) => [id, delivery])),
    caller: caller?.name ?? null,
    partner: partner?.name ?? null,
    advertising: advertising?.name ?? null,
  };
}

/** Keeps who has the data of entries for the proofs of their requests: deliveries, or the entries, will be deleted. */
export async function keepRecipients(tx: Transaction, entryIds: readonly number[], now: Date): Promise<void> {
  const requests = await tx.all(
    query((db, { idIn }) =>
      db
        .selectFrom('privacy_request_entries as linked')
        .innerJoin('privacy_requests as request', 'request.id', 'linked.request_id')
        .select(['request.id', 'request.created_at as since', 'linked.entry_id as entryId'])
        .where(idIn('linked.entry_id', bind(entryIds))),
    ),
  );
  for (const { id, since, entryId } of requests) {
    const detail = await knownNow(tx, entryId, since);
    const kept = await tx.all(query((db) => selectKept(db, id)));
    if (kept.some((one) => one.detail === JSON.stringify(detail))) continue;
    await recordStep(tx, id, { by: { userId: null, author: serviceAuthor }, now, step: 'told', detail });
  }
}

/** Returns a function that tells who has an entry's data, for the proof of a request that was made at `since`. */
export async function recipientsFor(read: Queries, requestId: number, since: Instant) {
  const rows = await read.all(query((db) => selectKept(db, requestId)));
  const kept = Map.groupBy(
    rows.map(({ detail }): Known => JSON.parse(detail)),
    ({ entryId }) => entryId,
  );
  return async (entryId: number) =>
    recipientsOf(entryId, kept.get(entryId) ?? [], await knownNow(read, entryId, since));
}

/**
 * Returns who was told by webhook, and who has to be told by letter: partners have no webhooks, callers have none for entries
 * without a `customId`.
 */
function recipientsOf(entryId: number, before: readonly Known[], now: Known) {
  const all = [...before, now];
  const told = Object.entries(
    Object.assign({}, ...all.map((known) => known.deliveries)) as Known['deliveries'],
  ).map(([id, delivery]) => {
    // It was deleted before it could be delivered.
    const isLost = delivery.state === 'pending' && now.deliveries[id] === undefined;
    return { entryId, ...delivery, ...(isLost && { state: 'failed' as const }) };
  });
  const nameOf = (kind: 'caller' | 'partner' | 'advertising') =>
    all.flatMap((known) => known[kind] ?? []).at(-1);
  const partner = nameOf('partner');
  const others = [
    told.length === 0 ? nameOf('caller') : undefined,
    partner && partnerName(partner),
    nameOf('advertising'),
  ].filter((one) => one !== undefined);
  const failed = told.filter(({ state }) => state === 'failed');
  return {
    told,
    toTell: [
      ...failed.map(({ recipient }) => ({ entryId, recipient, why: 'failed' as const })),
      ...others.map((recipient) => ({ entryId, recipient, why: 'no-webhook' as const })),
    ],
  };
}
