const hourMs = 60 * 60_000;

export interface Hourly {
  /** Ends it: what runs is told by its signal, and waited for. */
  stop(): Promise<void>;
}

/** Does some work now and every hour, never twice at once. Does not keep the process alive. */
export function hourly(
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Hourly {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work(stopping.signal)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, hourMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
