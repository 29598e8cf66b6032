import type { Context } from './context.ts';

const everyMs = 1_000;
/** Goes up to the line written before, and empties it. */
const replaceLine = '\x1b[1A\x1b[2K';

/** Shows how far some work is, each second, to whoever watches a terminal. Work that ends sooner shows nothing. */
export async function withProgress<T>(
  context: Context,
  describe: () => string,
  work: () => Promise<T>,
): Promise<T> {
  if (!context.terminal) return work();
  let shown = false;
  const timer = setInterval(() => {
    context.notice(`${shown ? replaceLine : ''}${describe()}`);
    shown = true;
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
