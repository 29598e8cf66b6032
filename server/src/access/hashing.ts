/** Each priority has its own queue, so that strangers can't fill that of known users. */
export type HashPriority = 'known' | 'stranger';

/**
 * Each hash takes 19 MiB and one of libuv's four threads, which DNS look-ups for webhooks need too. Strangers get one at a
 * time: that leaves a hashing thread to known users, and one of two cores to everything else.
 */
const maxConcurrent = 2;
const maxConcurrentStrangers = 1;
/** A hash takes 25 ms. Beyond these queue lengths, requests are refused at once. */
const maxQueued: Readonly<Record<HashPriority, number>> = { known: 40, stranger: 8 };

/** Too many passwords are waiting to be hashed. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

const queues: Record<HashPriority, (() => void)[]> = { known: [], stranger: [] };
const running: Record<HashPriority, number> = { known: 0, stranger: 0 };

function mayRun(priority: HashPriority): boolean {
  if (running.known + running.stranger >= maxConcurrent) return false;
  return priority === 'known' || running.stranger < maxConcurrentStrangers;
}

/** Throws {@link HashingBusy} if {@link queueHash} would. When this returns, a call in the same tick is accepted. */
export function throwIfBusy(priority: HashPriority): void {
  if (!mayRun(priority) && queues[priority].length >= maxQueued[priority]) throw new HashingBusy();
}

/** Runs a hash when a slot is free, known users first. Throws {@link HashingBusy} when its queue is full. */
export async function queueHash<T>(priority: HashPriority, hash: () => Promise<T>): Promise<T> {
  throwIfBusy(priority);
  if (mayRun(priority)) running[priority]++;
  else await new Promise<void>((resolve) => queues[priority].push(resolve));
  try {
    return await hash();
  } finally {
    running[priority]--;
    // The slot is reserved here: a call that comes before the queued one resumes must not take it.
    for (const next of ['known', 'stranger'] as const) {
      while (mayRun(next) && queues[next].length > 0) {
        running[next]++;
        queues[next].shift()?.();
      }
    }
  }
}
