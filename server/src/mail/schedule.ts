import { hourMs, minuteMs } from '../clock.ts';
import type { Schedule } from '../outbox/backoff.ts';

/** Nine attempts in about a day. */
export const mailSchedule: Schedule = {
  pausesMs: [
    0,
    minuteMs,
    5 * minuteMs,
    20 * minuteMs,
    hourMs,
    2 * hourMs,
    4 * hourMs,
    8 * hourMs,
    8 * hourMs,
  ],
  maxRetryAfterMs: 0,
};
