import type { Transaction } from '../../store/database.ts';
import type { Instant } from '../../store/tables.ts';
import { countedIn, type NewEntry, stageOf } from '../entry.ts';
import { type ContactCountChange, changeContactCounts } from '../funnel/contact-counts.ts';
import { changeFunnelCounts, type FunnelChange } from '../funnel/funnel-counts.ts';
import { funnelPositionOf } from '../funnel/funnel-position.ts';
import {
  deleteExpired,
  findIdempotencyKeys,
  type IdempotencyKey,
  insertIdempotencyKeys,
  mapKey,
} from './idempotency-keys.ts';
import { insertOnPostgres } from './insert-on-postgres.ts';
import { insertOnSqlite } from './insert-on-sqlite.ts';
import type { CreateResult, NewEntryRequest, SubmitResult } from './new-entry-request.ts';
import { useQuota } from './upload-quota.ts';

/** Stores one entry that has no quota: see {@link createEntries}. */
export async function createEntry(
  tx: Transaction,
  request: Omit<NewEntryRequest, 'upload'>,
  now: Instant,
): Promise<CreateResult> {
  const [result] = await createEntries(tx, [request], now);
  if (result === undefined || result.state === 'over quota') throw new Error('Only uploads have a quota');
  return result;
}

/**
 * Stores entries in one transaction, each only once, and counts them. Returns a result for each request, in their order.
 * When another process stores one of them at the same instant the transaction fails with `UniqueViolation`:
 * tried again, it finds it.
 */
export async function createEntries(
  tx: Transaction,
  requests: readonly NewEntryRequest[],
  now: Instant,
): Promise<SubmitResult[]> {
  const known = await findIdempotencyKeys(
    tx,
    requests.flatMap(({ idempotencyKeys }) => idempotencyKeys),
    now,
  );
  const decisions: Decision[] = [];
  const fresh: NewEntryRequest[] = [];
  // A retry may come with a key, or a customId, that the first request came without.
  const late: { readonly idempotencyKeys: readonly IdempotencyKey[]; readonly decision: Decision }[] = [];
  const inBatch: KeysInBatch = new Map();
  for (const request of requests) {
    const decision = decide(request, known, inBatch) ??
      (await refusedByQuota(tx, request, now)) ?? { fresh: fresh.length };
    decisions.push(decision);
    if ('state' in decision && decision.state !== 'replayed') continue;
    const unknown = request.idempotencyKeys.filter(
      (key) => known(key) === undefined && !inBatch.has(mapKey(key)),
    );
    for (const key of unknown) inBatch.set(mapKey(key), { contentHash: key.contentHash, decision });
    if ('fresh' in decision) fresh.push(request);
    else if (unknown.length > 0) late.push({ idempotencyKeys: unknown, decision });
  }
  const ids = fresh.length === 0 ? [] : await insert(tx, fresh, now);
  for (const { idempotencyKeys, decision } of late) {
    const result = resultOf(decision, ids);
    if (result.state !== 'replayed') continue;
    await deleteExpired(tx, idempotencyKeys, now);
    await insertIdempotencyKeys(tx, [{ entryId: result.id, idempotencyKeys }]);
  }
  return decisions.map((decision) => resultOf(decision, ids));
}

/** Inserts entries and counts them; on PostgreSQL one statement does both. */
async function insert(tx: Transaction, fresh: readonly NewEntryRequest[], now: Instant): Promise<number[]> {
  const counts = fresh.flatMap(({ entry }) => countsOf(entry));
  const leads = fresh.flatMap(({ entry }) => leadOf(entry));
  if (tx.dialect.isServer) return insertOnPostgres(tx, fresh, counts, leads, now);
  const ids = await insertOnSqlite(tx, fresh);
  await changeContactCounts(tx, counts);
  await changeFunnelCounts(tx, leads);
  return ids;
}

type Decision =
  | { readonly fresh: number }
  | { readonly repeats: number }
  | Exclude<SubmitResult, { state: 'created' }>;

/** What becomes of the requests of this batch, by their keys. */
type KeysInBatch = Map<string, { readonly contentHash: string; readonly decision: Decision }>;

function decide(
  { idempotencyKeys }: NewEntryRequest,
  known: Awaited<ReturnType<typeof findIdempotencyKeys>>,
  inBatch: Readonly<KeysInBatch>,
): Decision | undefined {
  for (const key of idempotencyKeys) {
    const earlier = known(key);
    if (earlier !== undefined) {
      if (earlier.contentHash !== key.contentHash) return { state: 'conflict' };
      return { state: 'replayed', id: earlier.entryId };
    }
    const beside = inBatch.get(mapKey(key));
    if (beside !== undefined) {
      if (beside.contentHash !== key.contentHash) return { state: 'conflict' };
      return 'fresh' in beside.decision ? { repeats: beside.decision.fresh } : beside.decision;
    }
  }
  return undefined;
}

/** A replay uses nothing of the quota: only what would be stored is checked. */
async function refusedByQuota(
  tx: Transaction,
  { upload }: NewEntryRequest,
  now: Instant,
): Promise<Extract<SubmitResult, { state: 'over quota' }> | undefined> {
  const quota = upload && (await useQuota(tx, upload, now));
  return quota && { state: 'over quota', quota };
}

function resultOf(decision: Decision, ids: readonly number[]): SubmitResult {
  if ('state' in decision) return decision;
  const id = ids['fresh' in decision ? decision.fresh : decision.repeats];
  if (id === undefined) throw new Error('A stored entry has no id');
  return { state: 'fresh' in decision ? 'created' : 'replayed', id };
}

function countsOf(entry: NewEntry): ContactCountChange[] {
  const place = countedIn({ ...entry, aside: isExcluded(entry) });
  if (place === null) return [];
  return [
    { ...place, total: 1, hasAction: entry.actions.some((action) => stageOf(action) !== null) ? 1 : 0 },
  ];
}

function leadOf(entry: NewEntry): FunnelChange[] {
  const position = funnelPositionOf({ ...entry, aside: isExcluded(entry), advertised: entry.gclid !== null });
  return position === null ? [] : [{ position, times: 1 }];
}

/** Presumed spam begins to count when staff say that it is none. */
function isExcluded({ suspicion }: NewEntry): boolean {
  return suspicion !== null;
}
