import { dayMs } from '../clock.ts';
import type { Instant } from '../store/tables.ts';
import type { Candidate } from './candidates.ts';
import { type Click, type Consent, clickOf } from './click.ts';
import { type Milestone, milestones, reachedAt } from './milestones.ts';
import type { ConversionSettings } from './settings.ts';

/** Why a milestone that was reached is not exported. */
export const reasons = [
  'spam',
  'duplicate',
  'no-gclid',
  'malformed-gclid',
  'consent-denied',
  'consent-unknown',
  'expired',
  'retracted',
  'objection',
] as const;
export type Reason = (typeof reasons)[number];

/** A milestone that an entry has reached. */
export interface Reached {
  /** Stable id of the entry and milestone: a conversion that is served again counts once. */
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly at: Instant;
}

/** A conversion to export. */
export interface Conversion extends Reached {
  readonly gclid: string;
  /** Consent to personalised ads. Consent to use the click at all is a condition for exporting it. */
  readonly personalization: 'GRANTED' | 'DENIED';
  readonly name: string;
  readonly cents: number | null;
}

/** A milestone that was reached but is not exported. */
export interface Withheld extends Reached {
  readonly campaign: string | null;
  readonly reason: Reason;
}

/** How many days after a click advertisers accept its conversions. */
export const windowDays = 90;
/** Identifiers have about a hundred characters. None may begin like a spreadsheet formula. */
const wellFormed = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,511}$/;
const letters: Readonly<Record<Milestone, string>> = { qualified: 'Q', admitted: 'A' };

/** Returns an id such as `A-1204-Q`, which reveals nothing without access to the entries. */
export function orderIdOf(entryId: number, milestone: Milestone): string {
  return `A-${entryId}-${letters[milestone]}`;
}

/** Decides which conversions of an entry are exported, as of `now`. */
export function decide(entry: Candidate, settings: ConversionSettings, now: Date) {
  const click = clickOf(entry);
  const expiresAtMs = Date.parse(click.at) + windowDays * dayMs;
  const { campaign } = click;
  const due: Conversion[] = [];
  const withheld: Withheld[] = [];
  for (const milestone of milestones) {
    const reached = reachedAt(entry, milestone, now);
    const served = entry.served.get(milestone);
    if (reached === undefined) continue;
    const { name, cents } = served ?? settings.milestones[milestone];
    const id = { orderId: orderIdOf(entry.id, milestone), entryId: entry.id, milestone };
    const at = served?.at ?? reached;
    const isExpired = now.getTime() > expiresAtMs;
    const reason = reasonToWithhold(entry, click, settings);
    if (reason !== undefined) withheld.push({ ...id, at, campaign, reason });
    else if (served !== undefined && served.retractedAt !== null)
      withheld.push({ ...id, at, campaign, reason: 'retracted' });
    else if (Date.parse(at) > expiresAtMs || (isExpired && served === undefined))
      withheld.push({ ...id, at, campaign, reason: 'expired' });
    else if (!isExpired && click.gclid !== null) {
      const personalization = click.adPersonalization === 'DENIED' ? 'DENIED' : 'GRANTED';
      due.push({ ...id, gclid: click.gclid, at, personalization, name, cents });
    }
  }
  return { due, withheld };
}

/** Whether a conversion that was served must be retracted. `entry` is undefined when it was deleted. */
export function isRetracted(entry: Candidate | undefined, milestone: Milestone, now: Date): boolean {
  return entry === undefined || entry.excluded !== null || reachedAt(entry, milestone, now) === undefined;
}

function reasonToWithhold(entry: Candidate, click: Click, settings: ConversionSettings): Reason | undefined {
  if (entry.excluded !== null) return entry.excluded;
  if (entry.objected) return 'objection';
  if (click.gclid === null) return 'no-gclid';
  if (!wellFormed.test(click.gclid)) return 'malformed-gclid';
  const { adUserData, adPersonalization } = click;
  if (adUserData === 'DENIED') return 'consent-denied';
  const isKnown =
    isGiven(adUserData, settings) && (adPersonalization === 'DENIED' || isGiven(adPersonalization, settings));
  return isKnown ? undefined : 'consent-unknown';
}

function isGiven(consent: Consent, { consentAssured }: ConversionSettings): boolean {
  return consent === 'GRANTED' || (consent === 'unspecified' && consentAssured);
}
