import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import sonicBoom from 'sonic-boom';
import type { StandardOutput } from './logging.ts';

/** Lines that wait to be written, in bytes. Those beyond are dropped. */
const maxWaitingBytes = 1024 * 1024;
/** How long `close` waits for the last lines. */
const closeTimeoutMs = 500;

/**
 * Opens standard output for the log. Writing neither blocks nor fails: what a full disk, or a pipe that nobody reads, does
 * not take waits in memory, and is dropped when too much waits already.
 */
export function openStandardOutput(): StandardOutput {
  let dropped = 0;
  let reported = 0;
  let isWaiting = false;
  let isClosing = false;
  let onRecovery = (_lines: number) => {};
  const output = new sonicBoom.SonicBoom({
    // Opening `process.stdout` makes a pipe non-blocking: a blocked write would keep the process from ending.
    fd: process.stdout.fd,
    sync: false,
    maxLength: maxWaitingBytes,
    // A full pipe is tried again every 100 ms.
    retryEAGAIN: () => !isClosing,
  });
  output.on('drop', () => dropped++);
  // What could not be written is tried again with the next line.
  output.on('error', () => undefined);
  output.on('drain', () => {
    isWaiting = false;
    if (dropped === reported) return;
    const lines = dropped - reported;
    reported = dropped;
    onRecovery(lines);
  });
  return {
    write(line) {
      isWaiting = true;
      output.write(line);
    },
    dropped: () => dropped,
    observeRecovery(observer) {
      onRecovery = observer;
    },
    async close() {
      if (isWaiting) await Promise.race([once(output, 'drain'), wait(closeTimeoutMs)]);
      isClosing = true;
    },
  };
}
