/** Who a password is hashed for: strangers fill no place of those who are known. */
export type HashedFor = 'known' | 'stranger';

/** Each keeps one of libuv's four threads busy, which name look-ups of webhooks need too, and takes 19 MiB. */
const mostRunning = 2;
/** So many wait for a thread, 25 ms each for two of them; the others are refused at once. */
const mostWaiting: Readonly<Record<HashedFor, number>> = { known: 40, stranger: 8 };

/** More passwords are to be hashed than this process does at a time. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

const waiting: Record<HashedFor, (() => void)[]> = { known: [], stranger: [] };
let running = 0;

/** Throws {@link HashingBusy} when {@link inTurn} would. Until something is awaited it does not. */
export function refuseWhenBusy(hashedFor: HashedFor): void {
  if (running === mostRunning && waiting[hashedFor].length >= mostWaiting[hashedFor]) throw new HashingBusy();
}

/** Hashes a password when it is its turn; those who are known go first. Throws {@link HashingBusy} when too many wait. */
export async function inTurn<T>(hashedFor: HashedFor, hash: () => Promise<T>): Promise<T> {
  refuseWhenBusy(hashedFor);
  // Whoever ends hands its place over, so that none who comes at that moment takes it.
  if (running < mostRunning) running++;
  else await new Promise<void>((resolve) => waiting[hashedFor].push(resolve));
  try {
    return await hash();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next === undefined) running--;
    else next();
  }
}
