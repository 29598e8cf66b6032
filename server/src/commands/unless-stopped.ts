import { type Context, Stopped } from './context.ts';

/** How long opening a database may take before it is said what it waits for. */
const silentMs = 3_000;

/** For a service: it is no failure of it that it was told to stop before it began. */
export function ignoreStopped(error: unknown): void {
  if (!(error instanceof Stopped)) throw error;
}

/**
 * Opens a database, and says what that waits for when it takes long. Rejects with {@link Stopped} when the process is asked
 * to stop meanwhile: what is opened after that is given to `abandon`.
 */
export async function unlessStopped<Opened>(
  { notice, stopped }: Pick<Context, 'notice' | 'stopped'>,
  open: (onWait: (reason: string) => void) => Promise<Opened>,
  abandon: (opened: Opened) => unknown = () => undefined,
): Promise<Opened> {
  let reason = 'the database does not answer yet';
  let isLate = false;
  const say = () => notice(`accueil: waiting: ${reason}`);
  const timer = setTimeout(() => {
    isLate = true;
    say();
  }, silentMs);
  const opening = open((next) => {
    reason = next;
    if (isLate) say();
  });
  const isStopped = stopped.then(() => true as const);
  try {
    if ((await Promise.race([opening, isStopped])) !== true) return await opening;
    opening.then(abandon).catch(() => undefined);
    throw new Stopped();
  } finally {
    clearTimeout(timer);
  }
}
