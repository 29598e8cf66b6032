import type { Instant, Json } from '../store/tables.ts';
import { momentOf } from '../validation/days.ts';

/** What a visitor said of one use of their data; `unreadable` is what the site sent and nobody can read. */
export type Consent = 'GRANTED' | 'DENIED' | 'unsaid' | 'unreadable';

/** The click on an advertisement that an entry came with. */
export interface Click {
  readonly gclid: string | null;
  readonly at: Instant;
  readonly adUserData: Consent;
  readonly adPersonalization: Consent;
}

/** The click of an entry; all but the gclid are fields that the contract does not name, and may hold anything. */
export function clickOf(entry: {
  readonly gclid: string | null;
  readonly extra: Json | null;
  readonly receivedAt: Instant;
}): Click {
  const extra: Readonly<Record<string, unknown>> = entry.extra === null ? {} : JSON.parse(entry.extra);
  const captured = instantOf(own(extra, 'gclidCapturedAt'));
  return {
    gclid: entry.gclid,
    // Nobody sends a form before the click that led to it: a browser's clock may be wrong.
    at: captured === undefined || captured > entry.receivedAt ? entry.receivedAt : captured,
    adUserData: consentOf(own(extra, 'adUserData')),
    adPersonalization: consentOf(own(extra, 'adPersonalization')),
  };
}

function own(extra: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(extra, name) ? extra[name] : undefined;
}

/** ISO 8601, or milliseconds since 1970 as `Date.now()` tells them. */
function instantOf(value: unknown): Instant | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return /^\d{13}$/.test(text) ? new Date(Number(text)).toISOString() : momentOf(text.trim());
}

function consentOf(value: unknown): Consent {
  if (value === undefined || value === null || value === '') return 'unsaid';
  const said = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return said === 'GRANTED' || said === 'DENIED' ? said : 'unreadable';
}
