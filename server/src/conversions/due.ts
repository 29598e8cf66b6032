import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import { parsedFields, relationsOfAll } from '../entries/change/relations.ts';
import { nobodyObjects, readObjections } from '../entries/search/objections.ts';
import { chunks } from '../store/chunks.ts';
import type { Database, Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable, Instant, Json } from '../store/tables.ts';
import { momentOf } from '../validation/days.ts';
import { type Milestone, milestones, reachedAt } from './milestones.ts';
import { type ConversionSettings, readSettings } from './settings.ts';

/** A visitor's consent to one use of their data; `invalid` when the site sent something else. */
type Consent = 'GRANTED' | 'DENIED' | 'unspecified' | 'invalid';

/** The ad click that an entry came with. */
interface Click {
  readonly gclid: string | null;
  readonly at: Instant;
  readonly adUserData: Consent;
  readonly adPersonalization: Consent;
}

/** Returns the click of an entry. All but the gclid are fields outside the contract and may contain anything. */
function clickOf(entry: {
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

/** An entry that came with an ad click, with what decides on the conversions to export. */
type Candidate = Awaited<ReturnType<typeof candidatesAfter>>['entries'][number];

/** A position between entries, in the order of receipt. */
type Cursor = { readonly instant: Instant; readonly id: number };

type Row = Pick<EntriesTable, 'gclid' | 'fields' | 'extra' | 'resultat'> & {
  readonly id: number;
  readonly receivedAt: Instant;
  readonly admissionRevoked: 0 | 1;
};

/** How many entries one transaction reads: intake has to wait for it. */
const chunkSize = 200;

// It includes the condition of the partial index `entries_conversions`. What is erased or limited is restricted.
const afterCursor = rawStatement<Cursor, Row>(
  (p) => sql`
select id, received_at as "receivedAt", gclid, fields, extra, resultat, admission_revoked as "admissionRevoked" from entries
where kind = 'commercial' and test = 0 and stage is not null
  and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null)
  and gclid is not null and restriction is null and spam = 0 and suspicion is null and duplicate_of is null
  and (received_at, id) > (${p.instant}, ${p.id})
order by received_at, id limit ${sql.lit(chunkSize)}`,
);
const stagedActions = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('actions')
    .select(['entry_id as entryId', 'date', 'time', 'stage', 'done'])
    .where(dialect.idIn('entry_id', p.ids))
    .where('stage', 'is not', null)
    .where('done', '=', sql.lit(1)),
);
const servedBefore = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('conversions')
    .select(['entry_id as entryId', 'milestone', 'converted_at as at', 'name', 'cents'])
    .where(dialect.idIn('entry_id', p.ids)),
);

/**
 * Returns the next entries after a cursor that came with a click and have a stage, without those of persons who object to
 * being contacted, and the cursor after them; undefined after the last. `contentKey` as in secrets.ts.
 */
async function candidatesAfter(read: Queries, cursor: Cursor, contentKey: string) {
  const rows = await read.all(afterCursor, cursor);
  const last = rows.at(-1);
  const next =
    last === undefined || rows.length < chunkSize ? undefined : { instant: last.receivedAt, id: last.id };
  const told = await withoutObjections(read, rows, contentKey);
  const ids = told.map(({ id }) => id);
  const actions = Map.groupBy(await read.all(stagedActions, { ids }), ({ entryId }) => entryId);
  const served = Map.groupBy(await read.all(servedBefore, { ids }), ({ entryId }) => entryId);
  const entries = told.map(({ fields: _, admissionRevoked, ...row }) => ({
    ...row,
    actions: actions.get(row.id) ?? [],
    admissionRevoked: admissionRevoked === 1,
    /** As they were first served. */
    served: new Map((served.get(row.id) ?? []).map(({ milestone, ...one }) => [milestone, one])),
  }));
  return { entries, next };
}

async function withoutObjections(read: Queries, rows: readonly Row[], contentKey: string) {
  const objections = await readObjections(read, contentKey);
  if (objections === nobodyObjects) return rows;
  const relations = await relationsOfAll(
    read,
    rows.map(({ id }) => id),
  );
  const people = ({ id, fields }: Row) => [
    parsedFields(fields),
    ...(relations.get(id) ?? []).map((relation) => relation.fields),
  ];
  return rows.filter((row) => objections(people(row)).size === 0);
}

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
