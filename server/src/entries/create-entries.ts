import type { Queries } from '../database/port.ts';
import type { Instant } from '../database/tables.ts';
import type { CountChange } from './contact-counts.ts';
import { countedIn, type NewEntry, stageOf } from './entry.ts';
import { insertOneByOne } from './insert-one-by-one.ts';
import { insertTogether } from './insert-together.ts';
import { knownReceipts, type Receipt } from './receipts.ts';

/** One creation: an entry, and what makes it known when it is sent again. */
export interface Creation {
  readonly entry: NewEntry;
  readonly receipts: readonly Receipt[];
}

/** What became of a creation. */
export type Outcome =
  | { readonly state: 'created'; readonly id: number }
  /** The same content was stored before. */
  | { readonly state: 'repeated'; readonly id: number }
  /** The `Idempotency-Key` was used before with other content. */
  | { readonly state: 'conflict' };

/**
 * Stores creations in one transaction, each only once, and counts them. Outcomes come in the order of the creations.
 * When another process stores one of them at the same instant the transaction fails with `AlreadyThere`:
 * tried again, it finds it.
 */
export async function createEntries(
  tx: Queries,
  creations: readonly Creation[],
  now: Instant,
): Promise<Outcome[]> {
  const known = await knownReceipts(
    tx,
    creations.flatMap(({ receipts }) => receipts),
    now,
  );
  const decisions: Decision[] = [];
  const fresh: Creation[] = [];
  const inThisBatch = new Map<string, { contentHash: string; index: number }>();
  for (const creation of creations) {
    const decision = decide(creation, known, inThisBatch);
    decisions.push(decision ?? { fresh: fresh.length });
    if (decision !== undefined) continue;
    for (const { sender, key, contentHash } of creation.receipts) {
      inThisBatch.set(`${sender} ${key}`, { contentHash, index: fresh.length });
    }
    fresh.push(creation);
  }
  const counts = fresh.flatMap(({ entry }) => countsOf(entry));
  const insert = tx.engine === 'sqlite' ? insertOneByOne : insertTogether;
  const ids = fresh.length === 0 ? [] : await insert(tx, fresh, counts, now);
  return decisions.map((decision) => outcomeOf(decision, ids));
}

type Decision =
  | { readonly fresh: number }
  | { readonly repeats: number }
  | Exclude<Outcome, { state: 'created' }>;

function decide(
  { receipts }: Creation,
  known: Awaited<ReturnType<typeof knownReceipts>>,
  inThisBatch: ReadonlyMap<string, { contentHash: string; index: number }>,
): Decision | undefined {
  for (const receipt of receipts) {
    const before = known(receipt);
    if (before !== undefined) {
      if (before.contentHash !== receipt.contentHash) return { state: 'conflict' };
      return { state: 'repeated', id: before.entryId };
    }
    const beside = inThisBatch.get(`${receipt.sender} ${receipt.key}`);
    if (beside !== undefined) {
      return beside.contentHash === receipt.contentHash ? { repeats: beside.index } : { state: 'conflict' };
    }
  }
  return undefined;
}

function outcomeOf(decision: Decision, ids: readonly number[]): Outcome {
  if ('state' in decision) return decision;
  const id = ids['fresh' in decision ? decision.fresh : decision.repeats];
  if (id === undefined) throw new Error('A stored entry has no id');
  return { state: 'fresh' in decision ? 'created' : 'repeated', id };
}

function countsOf(entry: NewEntry): CountChange[] {
  const place = countedIn(entry);
  if (place === null) return [];
  return [
    { ...place, total: 1, hasAction: entry.actions.some((action) => stageOf(action) !== null) ? 1 : 0 },
  ];
}
