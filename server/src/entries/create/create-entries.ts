import type { Transaction } from '../../store/database.ts';
import type { Instant } from '../../store/tables.ts';
import { changeContactCounts, contactChangesOf } from '../funnel/contact-counts.ts';
import { giveToOwners } from './assignment.ts';
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

/** Stores one entry that counts against no upload quota: see {@link createEntries}. */
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
 * Stores entries idempotently in one transaction, and counts them. Returns a result for each request, in order. Rejects
 * with `UniqueViolation` when another process stores one of them at the same time: a retry then finds it.
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
  const toInsert: NewEntryRequest[] = [];
  // A retry may carry a key, or a customId, that the first request did not have.
  const keysToAdd: { readonly idempotencyKeys: readonly IdempotencyKey[]; readonly decision: Decision }[] =
    [];
  const inBatch: KeysInBatch = new Map();
  for (const request of requests) {
    const decision = decide(request, known, inBatch) ??
      (await refusedByQuota(tx, request, now)) ?? { insertIndex: toInsert.length };
    decisions.push(decision);
    if ('state' in decision && decision.state !== 'replayed') continue;
    const unknown = request.idempotencyKeys.filter(
      (key) => known(key) === undefined && !inBatch.has(mapKey(key)),
    );
    for (const key of unknown) inBatch.set(mapKey(key), { contentHash: key.contentHash, decision });
    if ('insertIndex' in decision) toInsert.push(request);
    else if (unknown.length > 0) keysToAdd.push({ idempotencyKeys: unknown, decision });
  }
  const ids = toInsert.length === 0 ? [] : await insert(tx, toInsert, now);
  await giveToOwners(
    tx,
    ids.flatMap((id, i) => {
      const request = toInsert[i];
      return request === undefined || request.hasRule === false ? [] : [{ id, entry: request.entry }];
    }),
    now,
  );
  for (const { idempotencyKeys, decision } of keysToAdd) {
    const result = resultOf(decision, ids);
    if (result.state !== 'replayed') continue;
    await deleteExpired(tx, idempotencyKeys, now);
    await insertIdempotencyKeys(tx, [{ entryId: result.id, idempotencyKeys }]);
  }
  return decisions.map((decision) => resultOf(decision, ids));
}

/** Inserts entries and counts them: on PostgreSQL in one statement. Returns their ids. */
async function insert(tx: Transaction, requests: readonly NewEntryRequest[], now: Instant) {
  // Presumed spam is not counted until staff decide that it is genuine.
  const contacts = requests.flatMap(({ entry }) =>
    contactChangesOf({ ...entry, excluded: entry.suspicion !== null }, 1),
  );
  if (tx.dialect.isServer) return insertOnPostgres(tx, requests, contacts, now);
  const ids = await insertOnSqlite(tx, requests);
  await changeContactCounts(tx, contacts);
  return ids;
}

type Decision =
  /** To be inserted, as this one of the new entries. */
  | { readonly insertIndex: number }
  /** A replay of this one of the new entries. */
  | { readonly replayOfIndex: number }
  | Exclude<SubmitResult, { state: 'created' }>;

/** The decisions on the earlier requests of this batch, by key. */
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
    const other = inBatch.get(mapKey(key));
    if (other !== undefined) {
      if (other.contentHash !== key.contentHash) return { state: 'conflict' };
      const { decision } = other;
      return 'insertIndex' in decision ? { replayOfIndex: decision.insertIndex } : decision;
    }
  }
  return undefined;
}

/** Called only for an entry that would be stored: a replay uses no quota. */
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
  const isNew = 'insertIndex' in decision;
  const id = ids[isNew ? decision.insertIndex : decision.replayOfIndex];
  if (id === undefined) throw new Error('A stored entry has no id');
  return { state: isNew ? 'created' : 'replayed', id };
}
