import type { Suspicion } from '../entries/entry.ts';
import type { AdditionalFields } from '../validation/normalize.ts';

/** A field hidden from people, which bots fill in (docs/capture.md, « Spam »). */
const honeypotField = 'sujetAnnexe';
/** The time from the display of the form to its submission, in milliseconds. */
const durationField = 'formDurationMs';
/** A form filled in faster than this is suspicious. */
const minFillMs = 3_000;

/**
 * Returns why an entry sent with a `browser` password looks like spam; null when it does not. The contract names neither
 * field, and a form without both is never suspicious.
 */
export function suspicionOf(extra: AdditionalFields = {}): Suspicion | null {
  if (honeypotField in extra) return 'trap';
  const duration = extra[durationField];
  if (duration === undefined) return null;
  return Number(duration) >= minFillMs ? null : 'haste';
}
