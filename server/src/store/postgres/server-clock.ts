import type { Clock } from '../../clock.ts';

const intervalMs = 1_000;

export interface ServerClock {
  readonly clock: Clock;
  /** Stops asking. */
  close(): void;
}

/**
 * Opens the clock of the database server, which all processes share: by their own clocks, two processes a minute apart
 * would each see the other's leases as ended, and send everything twice. `ask` returns the server's time; between two
 * answers this machine's monotonic clock goes on, so that setting its time of day changes nothing.
 */
export async function openServerClock(ask: () => Promise<Date>): Promise<ServerClock> {
  let offsetMs: number | undefined;
  let isAsking = false;

  async function correct(): Promise<void> {
    const askedMs = performance.now();
    const serverMs = (await ask()).getTime();
    // The answer was true at some moment in between. What agrees with that stays.
    const [least, most] = [serverMs - performance.now(), serverMs - askedMs];
    offsetMs = Math.min(Math.max(offsetMs ?? least, least), most);
  }

  await correct();
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    correct()
      // The server is away: the clock goes on as it was.
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, intervalMs).unref();
  return {
    clock: () => new Date(performance.now() + (offsetMs ?? 0)),
    close: () => clearInterval(timer),
  };
}
