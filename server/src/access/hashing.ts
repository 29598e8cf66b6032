/** Who a password is hashed for: strangers fill no place of those who are known. */
export type HashedFor = 'known' | 'stranger';

/**
 * Each keeps one of libuv's four threads busy, which name look-ups of webhooks need too, and takes 19 MiB. Of strangers one
 * runs at a time: their tries leave a thread to those who are known, and of two cores one to everything else.
 */
const mostRunning = 2;
const mostStrangersRunning = 1;
/** So many wait for their turn, 25 ms each; the others are refused at once. */
const mostWaiting: Readonly<Record<HashedFor, number>> = { known: 40, stranger: 8 };

/** More passwords are to be hashed than this process does at a time. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

const waiting: Record<HashedFor, (() => void)[]> = { known: [], stranger: [] };
const running: Record<HashedFor, number> = { known: 0, stranger: 0 };

function mayRun(hashedFor: HashedFor): boolean {
  if (running.known + running.stranger >= mostRunning) return false;
  return hashedFor === 'known' || running.stranger < mostStrangersRunning;
}

/** Throws {@link HashingBusy} when {@link inTurn} would. Until something is awaited it does not. */
export function refuseWhenBusy(hashedFor: HashedFor): void {
  if (!mayRun(hashedFor) && waiting[hashedFor].length >= mostWaiting[hashedFor]) throw new HashingBusy();
}

/** Hashes a password when it is its turn; those who are known go first. Throws {@link HashingBusy} when too many wait. */
export async function inTurn<T>(hashedFor: HashedFor, hash: () => Promise<T>): Promise<T> {
  refuseWhenBusy(hashedFor);
  if (mayRun(hashedFor)) running[hashedFor]++;
  else await new Promise<void>((resolve) => waiting[hashedFor].push(resolve));
  try {
    return await hash();
  } finally {
    running[hashedFor]--;
    // The place is taken for them here, so that none who comes before they go on takes it.
    for (const next of ['known', 'stranger'] as const) {
      while (mayRun(next) && waiting[next].length > 0) {
        running[next]++;
        waiting[next].shift()?.();
      }
    }
  }
}
