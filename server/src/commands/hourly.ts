import { hourMs } from '../clock.ts';

/** Runs `work` now and every hour, never concurrently. Does not keep the process alive. */
export function hourly(work: (stopping: AbortSignal) => Promise<void>, onError: (error: unknown) => void) {
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
    /** Aborts running work and waits for it. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
