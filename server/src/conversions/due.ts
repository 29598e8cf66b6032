import { setImmediate } from 'node:timers/promises';
import { dayMs } from '../clock.ts';
import { chunks } from '../store/chunks.ts';
import type { Database, Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { query } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { type Candidate, type Cursor, candidatesAfter } from './candidates.ts';
import { type Click, type Consent, clickOf } from './click.ts';
import { type Milestone, milestones, reachedAt } from './milestones.ts';
import { type ConversionSettings, readSettings } from './settings.ts';

/** A milestone that an entry has reached, as the account is told of it. */
export interface Conversion {
  /** Stable id of the entry and milestone: a conversion that is served again counts once. */
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly at: Instant;
  readonly gclid: string;
  /** Consent to personalised ads. Consent to use the click at all is a condition for exporting it. */
  readonly personalization: 'GRANTED' | 'DENIED';
  readonly name: string;
  readonly cents: number | null;
}

/** How many days after a click advertisers accept its conversions. */
const windowDays = 90;
/** Identifiers have about a hundred characters. None may begin like a spreadsheet formula. */
const wellFormed = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,511}$/;
/** `A-1204-Q` reveals nothing without access to the entries. */
const letters: Readonly<Record<Milestone, string>> = { qualified: 'Q', admitted: 'A' };

/** The conversions of an entry that are exported, as of `now`. */
function conversionsOf(entry: Candidate, settings: ConversionSettings, now: Date): Conversion[] {
  const click = clickOf(entry);
  const { gclid, adPersonalization } = click;
  const expiresAtMs = Date.parse(click.at) + windowDays * dayMs;
  if (gclid === null || !wellFormed.test(gclid) || !isAgreed(click, settings) || now.getTime() > expiresAtMs)
    return [];
  return milestones.flatMap((milestone) => {
    const reached = reachedAt(entry, milestone, now);
    if (reached === undefined) return [];
    const told = entry.served.get(milestone) ?? { at: reached, ...settings.milestones[milestone] };
    const { at, name, cents } = told;
    const orderId = `A-${entry.id}-${letters[milestone]}`;
    const personalization = adPersonalization === 'DENIED' ? 'DENIED' : 'GRANTED';
    return { orderId, entryId: entry.id, milestone, at, gclid, personalization, name, cents } as const;
  });
}

function isAgreed({ adUserData, adPersonalization }: Click, { consentAssured }: ConversionSettings): boolean {
  const isGiven = (consent: Consent) =>
    consent === 'GRANTED' || (consentAssured && consent === 'unspecified');
  return isGiven(adUserData) && (adPersonalization === 'DENIED' || isGiven(adPersonalization));
}

const startOf = (now: Date): Cursor => ({
  instant: new Date(now.getTime() - windowDays * dayMs).toISOString(),
  id: 0,
});

/** Yields all conversions that are due, oldest entry first. Each is recorded as served before it is yielded. */
export async function* dueConversions(database: Database, now: Date): AsyncGenerator<readonly Conversion[]> {
  const settings = await readSettings(database.read);
  let cursor = startOf(now);
  const serve = () => database.write(serveConversions, { settings, cursor }, now);
  for await (const { due, next } of chunks(serve, undefined)) {
    yield due;
    if (next === undefined) return;
    cursor = next;
  }
}

/** Returns the due conversions of one chunk of entries, and records them as served. */
export const serveConversions = operation(
  'serveConversions',
  async (tx, { settings, cursor }: { settings: ConversionSettings; cursor: Cursor }, { now, secrets }) => {
    const { entries, next } = await candidatesAfter(tx, cursor, secrets.contentKey);
    const due: Conversion[] = [];
    for (const entry of entries)
      for (const conversion of conversionsOf(entry, settings, now)) {
        due.push(conversion);
        const { entryId, milestone, at, name, cents } = conversion;
        if (entry.served.has(milestone)) continue;
        const served = { entry_id: entryId, milestone, converted_at: at, name, cents };
        await tx.run(
          query((db) =>
            db
              .insertInto('conversions')
              .values({ ...served, first_served_at: now.toISOString() })
              // Another request may be fetching the same file.
              .onConflict((conflict) => conflict.columns(['entry_id', 'milestone']).doNothing()),
          ),
        );
      }
    return { due, next };
  },
);

/** How many entries are examined to count what is ready. */
const maxExamined = 5_000;

/** Counts the lines of a file fetched now, and how many of them would be served for the first time. */
export async function countReady(
  read: Queries,
  settings: ConversionSettings,
  { now, contentKey }: { readonly now: Date; readonly contentKey: string },
) {
  let cursor: Cursor | undefined = startOf(now);
  let [count, unserved, examined] = [0, 0, 0];
  while (cursor !== undefined && examined < maxExamined) {
    const { entries, next } = await candidatesAfter(read, cursor, contentKey);
    for (const entry of entries) {
      const due = conversionsOf(entry, settings, now);
      count += due.length;
      unserved += due.filter(({ milestone }) => !entry.served.has(milestone)).length;
    }
    examined += entries.length;
    cursor = next;
    await setImmediate();
  }
  return { count, unserved, exact: cursor === undefined };
}
