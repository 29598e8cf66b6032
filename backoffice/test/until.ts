import { setTimeout } from 'node:timers/promises';

/** How long anything on a page may take, in ms: a machine that runs other tests beside is slow, which is no fault. */
export const pageTimeout = 60_000;

/** Repeats a check of a live page until it passes. After {@link pageTimeout} it fails as the check did last. */
export async function until(check: () => void | Promise<void>): Promise<void> {
  const deadline = Date.now() + pageTimeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await setTimeout(50);
  }
}
