import { hourMs, minuteMs } from '../clock.ts';
import type { Schedule } from '../outbox/backoff.ts';

const secondMs = 1_000;

/** Ten attempts in about 75 hours. */
export const webhookSchedule: Schedule = {
  pausesMs: [
    0,
    5 * secondMs,
    5 * minuteMs,
    30 * minuteMs,
    2 * hourMs,
    5 * hourMs,
    10 * hourMs,
    14 * hourMs,
    20 * hourMs,
    24 * hourMs,
  ],
  maxRetryAfterMs: 24 * hourMs,
};

/** The delay in seconds asked for by a `Retry-After` header (seconds or an HTTP date); null when it is neither. */
export function readRetryAfter(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  // `Date.parse` accepts much that is not an HTTP date, such as « 1.5 » or « 2026 ».
  const at = /^[A-Z][a-z]{2,8}, ?\d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
