import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunks } from '../store/chunks.ts';
import type { Database, Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { type Candidate, type Cursor, candidatesFrom, candidatesWith, chunkSize } from './candidates.ts';
import { type Conversion, decide, isRetracted, orderIdOf, type Withheld, windowDays } from './decide.ts';
import { rowsAfter } from './keyset.ts';
import type { Milestone } from './milestones.ts';
import { type ConversionSettings, readSettings } from './settings.ts';

/** A conversion that was served and turned out not to be one. */
export interface Retraction {
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly name: string;
  /** When that was found. */
  readonly at: Instant;
}

/** Exports the state at `now`, optionally only what has happened since a moment. */
export interface ExportOptions {
  readonly now: Date;
  readonly since?: Instant | undefined;
}

/** How far back withheld conversions are listed: as long as entries keep their click identifier. */
export const withheldDays = 150;
/** How long after first being served a conversion can be retracted, and how long a retraction is exported. */
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
    // Another request may be fetching the same file.
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
  rowsAfter(
    {
      table: 'conversions',
      columns: sql.raw(
        'id, entry_id as "entryId", milestone, first_served_at as "firstServedAt", retracted_at as "retractedAt"',
      ),
      where: sql.raw('true'),
      instant: 'first_served_at',
      as: 'firstServedAt',
      limit: chunkSize,
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
  rowsAfter(
    {
      table: 'conversions',
      columns: sql.raw('id, entry_id as "entryId", milestone, name, retracted_at as "at"'),
      where: sql.raw('retracted_at is not null'),
      instant: 'retracted_at',
      as: 'at',
      limit: chunkSize,
    },
    p,
    'oldest first',
  ),
);

/**
 * Yields all conversions that are due, oldest entry first. Each is recorded as served before it is yielded, so that it can
 * be retracted later even if the response is lost.
 */
export async function* dueConversions(
  database: Database,
  { now, since = '' }: ExportOptions,
): AsyncGenerator<readonly Conversion[]> {
  const settings = await readSettings(database.read);
  let cursor: Cursor = { receivedAt: daysBefore(now, windowDays), id: 0 };
  const serve = () => database.write(serveConversions, { settings, since, cursor }, now);
  for await (const { due, next } of chunks(serve, undefined)) {
    yield due;
    if (next === undefined) return;
    cursor = next;
  }
}

/** Returns the due conversions of one chunk of entries, and records them as served. */
export const serveConversions = operation(
  'serveConversions',
  async (
    tx,
    { settings, since, cursor }: { settings: ConversionSettings; since: Instant; cursor: Cursor },
    { now },
  ) => {
    const entries = await candidatesFrom(tx, cursor, 'oldest first');
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

/** Yields the retractions of conversions served in the last {@link retractionDays} days, each once. */
export async function* retractions(
  database: Database,
  { now, since = '' }: ExportOptions,
): AsyncGenerator<readonly Retraction[]> {
  await retractAll(database, now);
  const oldest = daysBefore(now, retractionDays);
  let cursor = { instant: since > oldest ? since : oldest, id: 0 };
  for (;;) {
    const rows = await database.background.all(retractedSince, cursor);
    yield rows.map(({ entryId, milestone, name, at }) => ({
      orderId: orderIdOf(entryId, milestone),
      entryId,
      milestone,
      name,
      at,
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < chunkSize) return;
    cursor = { instant: last.at, id: last.id };
    await setImmediate();
  }
}

async function retractAll(database: Database, now: Date): Promise<void> {
  let cursor = { instant: daysBefore(now, retractionDays), id: 0 };
  for await (const next of chunks(() => database.write(retractConversions, cursor, now), undefined)) {
    if (next === undefined) return;
    cursor = next;
  }
}

/** Retracts the obsolete ones among a chunk of served conversions. Returns the cursor of the next chunk. */
export const retractConversions = operation(
  'retractConversions',
  async (tx, cursor: { instant: Instant; id: number }, { now }) => {
    const served = await tx.all(servedSince, cursor);
    const active = served.filter(({ retractedAt }) => retractedAt === null);
    const ids = active.map(({ entryId }) => entryId);
    const entries = new Map((await candidatesWith(tx, ids)).map((entry) => [entry.id, entry]));
    for (const { id, entryId, milestone } of active) {
      if (isRetracted(entries.get(entryId), milestone, now))
        await tx.run(retract, { id, now: now.toISOString() });
    }
    const last = served.at(-1);
    return last === undefined || served.length < chunkSize
      ? undefined
      : { instant: last.firstServedAt, id: last.id };
  },
);

/** Yields the withheld conversions of each entry with its cursor, newest entry first. */
export async function* withheldConversions(
  read: Queries,
  settings: ConversionSettings,
  { now, since = '' }: ExportOptions,
  from: Cursor = newest,
): AsyncGenerator<{ readonly cursor: Cursor; readonly withheld: readonly Withheld[] }> {
  const oldest = daysBefore(now, withheldDays);
  let cursor = from;
  for (;;) {
    const entries = await candidatesFrom(read, cursor, 'newest first');
    for (const entry of entries) {
      if (entry.receivedAt < oldest) return;
      const { withheld } = decide(entry, settings, now);
      yield { cursor: cursorAt(entry), withheld: withheld.filter(({ at }) => at >= since) };
    }
    const next = nextOf(entries);
    if (next === undefined) return;
    cursor = next;
    await setImmediate();
  }
}

const newest: Cursor = { receivedAt: '9999-12-31T23:59:59.999Z', id: Number.MAX_SAFE_INTEGER };

function nextOf(entries: readonly Candidate[]): Cursor | undefined {
  const last = entries.at(-1);
  return last === undefined || entries.length < chunkSize ? undefined : cursorAt(last);
}

function cursorAt({ receivedAt, id }: Candidate): Cursor {
  return { receivedAt, id };
}

function daysBefore(now: Date, days: number): Instant {
  return new Date(now.getTime() - days * dayMs).toISOString();
}
