import type { Context } from './context.ts';

const intervalMs = 1_000;
/** ANSI codes that move up and clear the previous line. */
const replaceLine = '\x1b[1A\x1b[2K';

/** Shows progress on a terminal every second. Work that ends sooner shows nothing. */
export async function withProgress<T>(
  context: Context,
  describe: string | (() => string),
  work: () => Promise<T>,
): Promise<T> {
  if (!context.terminal) return work();
  let shown = false;
  const timer = setInterval(() => {
    context.notice(`${shown ? replaceLine : ''}${typeof describe === 'string' ? describe : describe()}`);
    shown = true;
  }, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
