import { listCallers } from '../access/callers.ts';
import type { Partner } from '../access/credentials.ts';
import { listPartners } from '../access/partners.ts';
import { createEntries } from '../entries/create/create-entries.ts';
import type { NewEntryRequest } from '../entries/create/new-entry-request.ts';
import { followUp, upsertOrientation } from '../orientation/requests.ts';
import { insertAnnouncement, insertMember, memberValues } from '../residences/statements.ts';
import type { Database, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { entryOf, readOrientation } from './as-entry.ts';
import type { DemoEntry } from './demo-entry.ts';
import { type DemoYear, demoYear } from './demo-year.ts';
import { ownersOf, storeFollowUp } from './follow-up.ts';
import { applyWork, readBy } from './orientation-work.ts';

export interface Filling {
  readonly seed: number;
  /** The end of the demo year. */
  readonly now: Date;
  /** Called after each batch with the share stored so far, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

const batchSize = 256;

const switchTemplatesOn = statement()((db) => db.updateTable('templates').set({ active: 1 }));
const anyEntry = statement()((db) => db.selectFrom('entries').select('id').limit(1));

/**
 * Fills an initialized database that has no entries with a demo year, atomically. Returns false, and changes nothing,
 * when there are entries.
 */
export function fillDemo(database: Database, { seed, now, onProgress }: Filling): Promise<boolean> {
  return database.transaction(async (tx) => {
    if ((await tx.first(anyEntry, {})) !== undefined) return false;
    const year = demoYear({ seed, now });
    for (const { establishmentId, ...member } of year.staff)
      await tx.run(insertMember, { establishmentId, ...memberValues(member) });
    for (const { job: _, ...offer } of year.announcements)
      await tx.run(insertAnnouncement, { ...offer, open: offer.open ? 1 : 0 });
    await tx.run(switchTemplatesOn, {});
    await storeEntries(tx, year, now, onProgress);
    return true;
  });
}

/** In the order of their time, so that ids increase with it. */
async function storeEntries(
  tx: Transaction,
  { arrivals }: DemoYear,
  now: Date,
  onProgress: (share: number) => void,
): Promise<void> {
  const [site] = await listCallers(tx);
  const [partner] = await listPartners(tx);
  if (site?.id === undefined || partner?.id === undefined || partner.slug === undefined)
    throw new Error('A database that has begun has a caller and a partner');
  const sender = { id: partner.id, slug: partner.slug };
  const owners = await ownersOf(tx);
  let batch: { readonly arrival: DemoEntry; readonly request: NewEntryRequest }[] = [];
  const storeBatch = async () => {
    const requests = batch.map(({ request }) => request);
    const results = requests.length === 0 ? [] : await createEntries(tx, requests, now.toISOString());
    for (const [i, { arrival }] of batch.entries()) {
      const result = results[i];
      if (result?.state !== 'created') throw new Error('An entry without a key is new');
      await storeFollowUp(tx, result.id, arrival, owners);
    }
    batch = [];
  };
  for (const [i, arrival] of arrivals.entries()) {
    if (arrival.kind === 'orientation') {
      await storeBatch();
      await storeFollowUp(tx, await storeOrientation(tx, arrival, sender), arrival, owners);
    } else batch.push({ arrival, request: { entry: entryOf(arrival, site.id), idempotencyKeys: [] } });
    if (batch.length === batchSize) await storeBatch();
    onProgress((i + 1) / arrivals.length);
  }
  await storeBatch();
}

/** Returns the id of its entry. */
async function storeOrientation(
  tx: Transaction,
  { body, receivedAt, work, end }: Extract<DemoEntry, { kind: 'orientation' }>,
  partner: Partner,
): Promise<number> {
  const message = readOrientation(body);
  const sender = { partner, test: false };
  const result = await upsertOrientation(tx, {
    ...sender,
    message,
    idempotencyKeys: [],
    now: receivedAt,
    notifyStaff: false,
  });
  if (result.state === 'conflict' || result.state === 'erased')
    throw new Error('A message without a key can conflict with none');
  const { NumeroDemandeOrientationCR: numero } = message;
  const { entryId } = result.orientation;
  await applyWork(tx, entryId, work);
  if (end === undefined || numero === undefined) return entryId;
  await followUp(tx, { ...sender, now: end.at }, numero, { State: 'Conclu', Reason: end.reason });
  if (end.seen) await readBy(tx, entryId, work, end.at.toISOString());
  return entryId;
}
