import { dayMs } from '../../clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Day, Instant } from '../../store/tables.ts';

/** How many bytes of large entries and CVs are accepted with `browser` passwords per UTC day. */
export interface UploadQuota {
  /** From one address. */
  readonly perAddress: number;
  /** From all addresses together. */
  readonly total: number;
}

/** An entry's use of the quota. */
export interface Upload extends UploadQuota {
  /** A keyed hash of the address. */
  readonly address: string;
  readonly bytes: number;
}

/** The quota that an upload would exceed. */
export type ExceededQuota = keyof UploadQuota;

/** The `address` of the row that sums up all addresses. */
const allAddresses = '';

// Changes no row when the sum would exceed the limit. The check is part of the update, so it also holds for concurrent
// uploads in several processes.
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
const deleteBefore = statement<{ day: string }>()((db, p) =>
  db.deleteFrom('upload_bytes').where('day', '<', p.day),
);

/**
 * Counts an upload, in the transaction that stores it. Returns undefined when it fits; otherwise the quota that it would
 * exceed, and counts nothing.
 */
export async function useQuota(
  tx: Transaction,
  { address, bytes, perAddress, total }: Upload,
  now: Instant,
): Promise<ExceededQuota | undefined> {
  const day = dayOf(now);
  const add = async (to: string, more: number, most: number) =>
    more <= most && (await tx.run(addBytes, { day, address: to, bytes: more, most })) > 0;
  // Always the total first: on PostgreSQL a fixed lock order avoids deadlocks.
  if (!(await add(allAddresses, bytes, total))) return 'total';
  if (await add(address, bytes, perAddress)) return undefined;
  await add(allAddresses, -bytes, total);
  return 'perAddress';
}

/** Returns the seconds until the quota's next day begins. */
export function secondsOfQuotaLeft(now: Date): number {
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000);
}

export const deleteOldUploads = operation('deleteOldUploads', (tx, day: Day) =>
  tx.run(deleteBefore, { day }),
);

/** Deletes the counts of days before yesterday. Returns the number of rows. */
export function expireUploads(database: Database, now: Date): Promise<number> {
  const yesterday = dayOf(new Date(now.getTime() - dayMs).toISOString());
  return database.write(deleteOldUploads, yesterday, now);
}

const dayOf = (instant: Instant): Day => instant.slice(0, 10);
