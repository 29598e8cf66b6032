import type { Instant, Json } from '../store/tables.ts';
import { momentOf } from '../validation/days.ts';

/** A visitor's consent to one use of their data; `invalid` when the site sent something else. */
export type Consent = 'GRANTED' | 'DENIED' | 'unspecified' | 'invalid';

/** The ad click that an entry came with. */
export interface Click {
  readonly gclid: string | null;
  readonly at: Instant;
  readonly adUserData: Consent;
  readonly adPersonalization: Consent;
}

/** Returns the click of an entry. All but the gclid are fields outside the contract and may contain anything. */
export function clickOf(entry: {
  readonly gclid: string | null;
  readonly extra: Json | null;
  readonly receivedAt: Instant;
}): Click {
  const extra: Readonly<Record<string, unknown>> = entry.extra === null ? {} : JSON.parse(entry.extra);
  const captured = instantOf(own(extra, 'gclidCapturedAt'));
  return {
    gclid: entry.gclid,
    // A click can't be later than its form, but the clock of the browser may be wrong.
    at: captured === undefined || captured > entry.receivedAt ? entry.receivedAt : captured,
    adUserData: consentOf(own(extra, 'adUserData')),
    adPersonalization: consentOf(own(extra, 'adPersonalization')),
  };
}

function own(extra: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(extra, name) ? extra[name] : undefined;
}

/** Parses ISO 8601, or milliseconds since 1970 as returned by `Date.now()`. */
function instantOf(value: unknown): Instant | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return /^\d{13}$/.test(text) ? new Date(Number(text)).toISOString() : momentOf(text.trim());
}

function consentOf(value: unknown): Consent {
  if (value === undefined || value === null || value === '') return 'unspecified';
  const answer = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return answer === 'GRANTED' || answer === 'DENIED' ? answer : 'invalid';
}
