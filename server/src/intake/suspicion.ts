import type { Suspicion } from '../entries/entry.ts';
import type { AdditionalFields } from '../validation/normalize.ts';

/** A field that people don't see, and programs fill (docs/capture.md, « Spam »). */
export const trapField = 'sujetAnnexe';
/** How long the form had been there when it was sent, in milliseconds. */
export const durationField = 'formDurationMs';
/** Nobody fills a form faster. */
const shortestMs = 3_000;

/**
 * The reason why an entry that came with a `browser` password looks like spam; null when it does not. The contract
 * names neither field: a form without them is never suspected.
 */
export function suspicionOf(extra: AdditionalFields = {}): Suspicion | null {
  if (trapField in extra) return 'trap';
  const duration = extra[durationField];
  if (duration === undefined) return null;
  return Number(duration) >= shortestMs ? null : 'haste';
}
