import type { Database, Queries, Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Day, Instant } from '../../store/tables.ts';

/** How much large entries and CVs may hold that come with `browser` passwords on a day, in UTC. In bytes. */
export interface UploadQuota {
  /** From one address. */
  readonly perAddress: number;
  /** From all addresses together. */
  readonly inAll: number;
}

/** What an entry would use of the quota. */
export interface Upload extends UploadQuota {
  /** A keyed hash of the address. */
  readonly address: string;
  readonly bytes: number;
}

/** The quota that an upload would exceed. */
export type ExceededQuota = keyof UploadQuota;

const allAddresses = '';

// No row is changed when the sum would exceed the most: of uploads at the same instant, in whatever process, each sees
// what those before it have used.
const addBytes = statement<{ day: string; address: string; bytes: number; most: number }>()((db, p) =>
  db
    .insertInto('upload_bytes')
    .values({ day: p.day, address: p.address, bytes: p.bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'address'])
        .doUpdateSet((eb) => ({ bytes: eb('upload_bytes.bytes', '+', eb.ref('excluded.bytes')) }))
        .where((eb) => eb(eb('upload_bytes.bytes', '+', eb.ref('excluded.bytes')), '<=', p.most)),
    ),
);
const usedBytes = statement<{ day: string; address: string }>()((db, p) =>
  db.selectFrom('upload_bytes').select('bytes').where('day', '=', p.day).where('address', '=', p.address),
);
const deleteBefore = statement<{ day: string }>()((db, p) =>
  db.deleteFrom('upload_bytes').where('day', '<', p.day),
);

/**
 * Counts an upload in the transaction that stores it. Answers the quota that it would exceed, and then counts nothing;
 * undefined when it fits.
 */
export async function useQuota(
  tx: Transaction,
  { address, bytes, perAddress, inAll }: Upload,
  now: Instant,
): Promise<ExceededQuota | undefined> {
  const day = dayOf(now);
  const add = async (to: string, more: number, most: number) =>
    more <= most && (await tx.run(addBytes, { day, address: to, bytes: more, most })) > 0;
  // In this order everywhere: on PostgreSQL two transactions never wait for each other.
  if (!(await add(allAddresses, bytes, inAll))) return 'inAll';
  if (await add(address, bytes, perAddress)) return undefined;
  await add(allAddresses, -bytes, inAll);
  return 'perAddress';
}

/** The quota that an upload would exceed as things stand; counts nothing. For one that has not been read yet. */
export async function exceededQuota(
  read: Queries,
  { address, bytes, perAddress, inAll }: Upload,
  now: Instant,
): Promise<ExceededQuota | undefined> {
  const used = async (by: string) =>
    (await read.first(usedBytes, { day: dayOf(now), address: by }))?.bytes ?? 0;
  if ((await used(allAddresses)) + bytes > inAll) return 'inAll';
  return (await used(address)) + bytes > perAddress ? 'perAddress' : undefined;
}

/** Seconds until a new day begins for the quota. */
export function secondsOfQuotaLeft(now: Date): number {
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000);
}

export const deleteOldUploads = operation('deleteOldUploads', (tx, day: Day) =>
  tx.run(deleteBefore, { day }),
);

/** Deletes what was counted before yesterday. Returns how many rows. */
export function expireUploads(database: Database, now: Date): Promise<number> {
  const yesterday = dayOf(new Date(now.getTime() - dayMs).toISOString());
  return database.write(deleteOldUploads, yesterday, now);
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (instant: Instant): Day => instant.slice(0, 10);
