import type { Transaction } from '../database/port.ts';
import type { Instant } from '../database/tables.ts';
import { type CountChange, changeCounts } from './contact-counts.ts';
import { countedIn, type NewEntry, stageOf } from './entry.ts';
import { insertOneByOne } from './insert-one-by-one.ts';
import { insertTogether } from './insert-together.ts';
import { changeLeads, type LeadChange } from './lead-counts.ts';
import { standingOf } from './lead-standing.ts';
import { addReceipts, knownReceipts, nameOf, type Receipt } from './receipts.ts';
import { type ExceededQuota, type Upload, useQuota } from './upload-quota.ts';

/** One creation: an entry, and what makes it known when it is sent again. */
export interface Creation {
  readonly entry: NewEntry;
  readonly receipts: readonly Receipt[];
  /** What it uses of the quota of `browser` passwords; absent for what does not count. */
  readonly upload?: Upload | undefined;
}

/** What became of a creation. */
export type Outcome =
  | { readonly state: 'created'; readonly id: number }
  /** The same content was stored before. */
  | { readonly state: 'repeated'; readonly id: number }
  /** The `Idempotency-Key` was used before with other content. */
  | { readonly state: 'conflict' };

/** The same of what may exceed a quota: then it is not stored. */
export type StoredOutcome = Outcome | { readonly state: 'over quota'; readonly quota: ExceededQuota };

/**
 * Stores creations in one transaction, each only once, and counts them. Outcomes come in the order of the creations.
 * When another process stores one of them at the same instant the transaction fails with `AlreadyThere`:
 * tried again, it finds it.
 */
export async function createEntries(
  tx: Transaction,
  creations: readonly Omit<Creation, 'upload'>[],
  now: Instant,
): Promise<Outcome[]> {
  const outcomes = await storeEntries(tx, creations, now);
  await countEntries(tx, creations, outcomes);
  return outcomes.map((outcome) => {
    if (outcome.state === 'over quota') throw new Error('Only uploads have a quota');
    return outcome;
  });
}

/** The same for a part of what a transaction stores: {@link countEntries} is for all of it together. */
export async function storeEntries(
  tx: Transaction,
  creations: readonly Creation[],
  now: Instant,
): Promise<StoredOutcome[]> {
  const known = await knownReceipts(
    tx,
    creations.flatMap(({ receipts }) => receipts),
    now,
  );
  const decisions: Decision[] = [];
  const fresh: Creation[] = [];
  // A retry may come with a key, or a customId, that the first time came without.
  const late: { readonly receipts: readonly Receipt[]; readonly decision: Decision }[] = [];
  const inThisBatch: BatchReceipts = new Map();
  for (const creation of creations) {
    const decision = decide(creation, known, inThisBatch) ??
      (await refusedByQuota(tx, creation, now)) ?? { fresh: fresh.length };
    decisions.push(decision);
    if ('state' in decision && decision.state !== 'repeated') continue;
    const unknown = creation.receipts.filter(
      (receipt) => known(receipt) === undefined && !inThisBatch.has(nameOf(receipt)),
    );
    for (const receipt of unknown) {
      inThisBatch.set(nameOf(receipt), { contentHash: receipt.contentHash, decision });
    }
    if ('fresh' in decision) fresh.push(creation);
    else if (unknown.length > 0) late.push({ receipts: unknown, decision });
  }
  const ids = fresh.length === 0 ? [] : await insert(tx, fresh, now);
  for (const { receipts, decision } of late) {
    const outcome = outcomeOf(decision, ids);
    if (outcome.state === 'repeated') await addReceipts(tx, receipts, outcome.id, now);
  }
  return decisions.map((decision) => outcomeOf(decision, ids));
}

function insert(tx: Transaction, fresh: readonly Creation[], now: Instant): Promise<number[]> {
  if (tx.engine === 'sqlite') return insertOneByOne(tx, fresh);
  const { counts, leads } = changesOf(fresh);
  return insertTogether(tx, fresh, counts, leads, now);
}

/** Counts what was created; on PostgreSQL the statement that stores it does. */
export async function countEntries(
  tx: Transaction,
  creations: readonly Pick<Creation, 'entry'>[],
  outcomes: readonly StoredOutcome[],
): Promise<void> {
  if (tx.engine === 'postgres') return;
  const { counts, leads } = changesOf(creations.filter((_, n) => outcomes[n]?.state === 'created'));
  await changeCounts(tx, counts);
  await changeLeads(tx, leads);
}

type Decision =
  | { readonly fresh: number }
  | { readonly repeats: number }
  | Exclude<StoredOutcome, { state: 'created' }>;

/** What becomes of the creations of this batch that carry a receipt. */
type BatchReceipts = Map<string, { readonly contentHash: string; readonly decision: Decision }>;

function decide(
  { receipts }: Creation,
  known: Awaited<ReturnType<typeof knownReceipts>>,
  inThisBatch: Readonly<BatchReceipts>,
): Decision | undefined {
  for (const receipt of receipts) {
    const before = known(receipt);
    if (before !== undefined) {
      if (before.contentHash !== receipt.contentHash) return { state: 'conflict' };
      return { state: 'repeated', id: before.entryId };
    }
    const beside = inThisBatch.get(nameOf(receipt));
    if (beside !== undefined) {
      if (beside.contentHash !== receipt.contentHash) return { state: 'conflict' };
      return 'fresh' in beside.decision ? { repeats: beside.decision.fresh } : beside.decision;
    }
  }
  return undefined;
}

/** What is sent again uses nothing of the quota: only what would be stored is asked about. */
async function refusedByQuota(
  tx: Transaction,
  { upload }: Creation,
  now: Instant,
): Promise<Extract<StoredOutcome, { state: 'over quota' }> | undefined> {
  const quota = upload && (await useQuota(tx, upload, now));
  return quota && { state: 'over quota', quota };
}

function outcomeOf(decision: Decision, ids: readonly number[]): StoredOutcome {
  if ('state' in decision) return decision;
  const id = ids['fresh' in decision ? decision.fresh : decision.repeats];
  if (id === undefined) throw new Error('A stored entry has no id');
  return { state: 'fresh' in decision ? 'created' : 'repeated', id };
}

/** How entries change the counts. */
function changesOf(created: readonly Pick<Creation, 'entry'>[]) {
  return {
    counts: created.flatMap(({ entry }) => countsOf(entry)),
    leads: created.flatMap(({ entry }) => leadOf(entry)),
  };
}

function countsOf(entry: NewEntry): CountChange[] {
  const place = countedIn({ ...entry, aside: isAside(entry) });
  if (place === null) return [];
  return [
    { ...place, total: 1, hasAction: entry.actions.some((action) => stageOf(action) !== null) ? 1 : 0 },
  ];
}

function leadOf(entry: NewEntry): LeadChange[] {
  const standing = standingOf({ ...entry, aside: isAside(entry), advertised: entry.gclid !== null });
  return standing === null ? [] : [{ standing, times: 1 }];
}

/** What is presumed spam begins to count when staff say that it is none. */
function isAside({ suspicion }: NewEntry): boolean {
  return suspicion !== undefined;
}
