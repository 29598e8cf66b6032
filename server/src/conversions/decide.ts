import type { Instant } from '../store/tables.ts';
import type { Candidate } from './candidates.ts';
import { type Click, type Consent, clickOf } from './click.ts';
import { type Milestone, milestones, reachedAt } from './milestones.ts';
import type { ConversionSettings } from './settings.ts';

/** Why a milestone that was reached is not told of. */
export const reasons = [
  'spam',
  'duplicate',
  'no-gclid',
  'malformed-gclid',
  'consent-denied',
  'consent-unknown',
  'expired',
  'retracted',
] as const;
export type Reason = (typeof reasons)[number];

/** A conversion as it is told of. */
export interface Conversion {
  /** The same for an entry and a milestone for ever: what is served again counts once. */
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly gclid: string;
  readonly at: Instant;
  /** Whether the click may be used for advertisements made to measure. To tell of it at all, its use itself must be granted. */
  readonly personalization: 'GRANTED' | 'DENIED';
  readonly name: string;
  readonly cents: number | null;
}

/** A milestone that was reached and is not told of. */
export interface Withheld {
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly at: Instant;
  readonly reason: Reason;
}

/** What becomes of the milestones that an entry has reached. */
export interface Decided {
  readonly due: readonly Conversion[];
  readonly withheld: readonly Withheld[];
}

/** For how many days after a click an advertiser takes its conversions. */
export const windowDays = 90;
const dayMs = 24 * 60 * 60_000;
/** One identifier is about a hundred characters; none begins with a character that a spreadsheet would calculate with. */
const wellFormed = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,511}$/;
const letters: Readonly<Record<Milestone, string>> = { qualified: 'Q', admitted: 'A' };

/** `A-1204-Q`: says nothing to whoever does not know our entries. */
export function orderIdOf(entryId: number, milestone: Milestone): string {
  return `A-${entryId}-${letters[milestone]}`;
}

/** Decides what is told of an entry, as of `now`. */
export function decide(entry: Candidate, settings: ConversionSettings, now: Date): Decided {
  const click = clickOf(entry);
  const endsMs = Date.parse(click.at) + windowDays * dayMs;
  const due: Conversion[] = [];
  const withheld: Withheld[] = [];
  for (const milestone of milestones) {
    const reached = reachedAt(entry, milestone, now);
    const served = entry.served.get(milestone);
    if (reached === undefined) continue;
    const { name, cents } = served ?? settings.milestones[milestone];
    const id = { orderId: orderIdOf(entry.id, milestone), entryId: entry.id, milestone };
    const at = served?.at ?? reached;
    const isOver = now.getTime() > endsMs;
    const reason = reasonAgainst(entry, click, settings);
    if (reason !== undefined) withheld.push({ ...id, at, reason });
    else if (served !== undefined && served.retractedAt !== null)
      withheld.push({ ...id, at, reason: 'retracted' });
    else if (Date.parse(at) > endsMs || (isOver && served === undefined))
      withheld.push({ ...id, at, reason: 'expired' });
    else if (!isOver && click.gclid !== null) {
      const personalization = click.adPersonalization === 'DENIED' ? 'DENIED' : 'GRANTED';
      due.push({ ...id, gclid: click.gclid, at, personalization, name, cents });
    }
  }
  return { due, withheld };
}

/** Whether what was served of a milestone no longer holds. `entry`: undefined when it is gone. */
export function isUndone(entry: Candidate | undefined, milestone: Milestone, now: Date): boolean {
  return entry === undefined || entry.aside !== null || reachedAt(entry, milestone, now) === undefined;
}

function reasonAgainst(entry: Candidate, click: Click, settings: ConversionSettings): Reason | undefined {
  if (entry.aside !== null) return entry.aside;
  if (click.gclid === null) return 'no-gclid';
  if (!wellFormed.test(click.gclid)) return 'malformed-gclid';
  const { adUserData, adPersonalization } = click;
  if (adUserData === 'DENIED') return 'consent-denied';
  const isKnown =
    isGiven(adUserData, settings) && (adPersonalization === 'DENIED' || isGiven(adPersonalization, settings));
  return isKnown ? undefined : 'consent-unknown';
}

function isGiven(consent: Consent, { consentAssured }: ConversionSettings): boolean {
  return consent === 'GRANTED' || (consent === 'unsaid' && consentAssured);
}
