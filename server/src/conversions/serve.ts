import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunks } from '../store/chunks.ts';
import type { Database, Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { type Candidate, type Cursor, candidatesFrom, candidatesWith, entriesInSlice } from './candidates.ts';
import { type Conversion, decide, isUndone, orderIdOf, type Withheld, windowDays } from './decide.ts';
import type { Milestone } from './milestones.ts';
import { rowsPast } from './page.ts';
import { type ConversionSettings, readSettings } from './settings.ts';

/** A conversion that was served and was none after all. */
export interface Retraction {
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly name: string;
  /** When it was found to be none. */
  readonly at: Instant;
}

/** As of when, and from which moment on; from the beginning by default. */
export interface Asked {
  readonly now: Date;
  readonly since?: Instant | undefined;
}

/** How far back withheld conversions are listed: for so long an entry keeps its click identifier. */
export const withheldDays = 150;
/** How long after it was first served a conversion can be taken back, and how long that is told. */
export const retractionDays = 90;
const dayMs = 24 * 60 * 60_000;

const insertServed = statement<{
  entryId: number;
  milestone: Milestone;
  at: string;
  name: string;
  cents: number | null;
  now: string;
}>()((db, p) =>
  db
    .insertInto('conversions')
    .values({
      entry_id: p.entryId,
      milestone: p.milestone,
      converted_at: p.at,
      name: p.name,
      cents: p.cents,
      first_served_at: p.now,
    })
    // Somebody else fetches the same file at the same moment.
    .onConflict((conflict) => conflict.columns(['entry_id', 'milestone']).doNothing()),
);
interface ServedRow {
  readonly id: number;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly firstServedAt: Instant;
  readonly retractedAt: Instant | null;
}
const servedSince = rawStatement<{ instant: string; id: number }, ServedRow>((p) =>
  rowsPast(
    {
      table: 'conversions',
      columns: sql.raw(
        'id, entry_id as "entryId", milestone, first_served_at as "firstServedAt", retracted_at as "retractedAt"',
      ),
      where: sql.raw('true'),
      instant: 'first_served_at',
      as: 'firstServedAt',
      most: entriesInSlice,
    },
    p,
    'oldest first',
  ),
);
const retract = statement<{ id: number; now: string }>()((db, p) =>
  db
    .updateTable('conversions')
    .set({ retracted_at: p.now })
    .where('id', '=', p.id)
    .where('retracted_at', 'is', null),
);
interface RetractedRow {
  readonly id: number;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly name: string;
  readonly at: Instant;
}
const retractedSince = rawStatement<{ instant: string; id: number }, RetractedRow>((p) =>
  rowsPast(
    {
      table: 'conversions',
      columns: sql.raw('id, entry_id as "entryId", milestone, name, retracted_at as "at"'),
      where: sql.raw('retracted_at is not null'),
      instant: 'retracted_at',
      as: 'at',
      most: entriesInSlice,
    },
    p,
    'oldest first',
  ),
);

/**
 * Everything that an advertiser may be told of at the moment, oldest entry first. What is told for the first time is
 * kept before it leaves: it can be taken back later, even if the answer gets lost.
 */
export async function* dueConversions(
  database: Database,
  { now, since = '' }: Asked,
): AsyncGenerator<readonly Conversion[]> {
  const settings = await readSettings(database.read);
  let place: Cursor = { receivedAt: daysBefore(now, windowDays), id: 0 };
  const serve = () => database.write(serveConversions, { settings, since, place }, now);
  for await (const { due, next } of chunks(serve, undefined)) {
    yield due;
    if (next === undefined) return;
    place = next;
  }
}

/** What is due of a slice of entries, noted as served. */
export const serveConversions = operation(
  'serveConversions',
  async (
    tx,
    { settings, since, place }: { settings: ConversionSettings; since: Instant; place: Cursor },
    { now },
  ) => {
    const entries = await candidatesFrom(tx, place, 'oldest first');
    const due = entries.flatMap((entry) => decide(entry, settings, now).due).filter(({ at }) => at >= since);
    const known = new Set(
      entries.flatMap(({ id, served }) => [...served.keys()].map((one) => orderIdOf(id, one))),
    );
    for (const { orderId, gclid: _, personalization: __, ...conversion } of due) {
      if (!known.has(orderId)) await tx.run(insertServed, { ...conversion, now: now.toISOString() });
    }
    return { due, next: nextOf(entries) };
  },
);

/** Everything that was served in the last {@link retractionDays} days and does not hold any more, each once. */
export async function* retractions(
  database: Database,
  { now, since = '' }: Asked,
): AsyncGenerator<readonly Retraction[]> {
  await retractUndone(database, now);
  const oldest = daysBefore(now, retractionDays);
  let place = { instant: since > oldest ? since : oldest, id: 0 };
  for (;;) {
    const rows = await database.background.all(retractedSince, place);
    yield rows.map(({ entryId, milestone, name, at }) => ({
      orderId: orderIdOf(entryId, milestone),
      entryId,
      milestone,
      name,
      at,
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < entriesInSlice) return;
    place = { instant: last.at, id: last.id };
    await setImmediate();
  }
}

async function retractUndone(database: Database, now: Date): Promise<void> {
  let place = { instant: daysBefore(now, retractionDays), id: 0 };
  for await (const next of chunks(() => database.write(retractConversions, place, now), undefined)) {
    if (next === undefined) return;
    place = next;
  }
}

/** Takes back what does not hold any more of a slice of what was served. Returns where the next slice begins. */
export const retractConversions = operation(
  'retractConversions',
  async (tx, place: { instant: Instant; id: number }, { now }) => {
    const served = await tx.all(servedSince, place);
    const standing = served.filter(({ retractedAt }) => retractedAt === null);
    const ids = standing.map(({ entryId }) => entryId);
    const entries = new Map((await candidatesWith(tx, ids)).map((entry) => [entry.id, entry]));
    for (const { id, entryId, milestone } of standing) {
      if (isUndone(entries.get(entryId), milestone, now))
        await tx.run(retract, { id, now: now.toISOString() });
    }
    const last = served.at(-1);
    return last === undefined || served.length < entriesInSlice
      ? undefined
      : { instant: last.firstServedAt, id: last.id };
  },
);

/** What is withheld of one entry after the other, newest first, past a place, with where each stands. */
export async function* withheldConversions(
  read: Queries,
  settings: ConversionSettings,
  { now, since = '' }: Asked,
  from: Cursor = newest,
): AsyncGenerator<{ readonly place: Cursor; readonly withheld: readonly Withheld[] }> {
  const oldest = daysBefore(now, withheldDays);
  let place = from;
  for (;;) {
    const entries = await candidatesFrom(read, place, 'newest first');
    for (const entry of entries) {
      if (entry.receivedAt < oldest) return;
      const { withheld } = decide(entry, settings, now);
      yield { place: cursorAt(entry), withheld: withheld.filter(({ at }) => at >= since) };
    }
    const next = nextOf(entries);
    if (next === undefined) return;
    place = next;
    await setImmediate();
  }
}

const newest: Cursor = { receivedAt: '9999-12-31T23:59:59.999Z', id: Number.MAX_SAFE_INTEGER };

function nextOf(entries: readonly Candidate[]): Cursor | undefined {
  const last = entries.at(-1);
  return last === undefined || entries.length < entriesInSlice ? undefined : cursorAt(last);
}

function cursorAt({ receivedAt, id }: Candidate): Cursor {
  return { receivedAt, id };
}

function daysBefore(now: Date, days: number): Instant {
  return new Date(now.getTime() - days * dayMs).toISOString();
}
