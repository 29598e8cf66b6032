import { chunks } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { query } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { candidatesFrom, cursorAt } from './candidates.ts';
import { type Conversion, decide, orderIdOf, windowDays } from './decide.ts';
import { type Cursor, cursorAfter, daysBefore } from './keyset.ts';
import { type ConversionSettings, readSettings } from './settings.ts';

/** Exports the state at `now`, optionally only what has happened since a moment. */
export interface ExportOptions {
  readonly now: Date;
  readonly since?: Instant | undefined;
}

/**
 * Yields all conversions that are due, oldest entry first. Each is recorded as served before it is yielded, so that it can
 * be retracted later even if the response is lost.
 */
export async function* dueConversions(
  database: Database,
  { now, since = '' }: ExportOptions,
): AsyncGenerator<readonly Conversion[]> {
  const settings = await readSettings(database.read);
  let cursor: Cursor = { instant: daysBefore(now, windowDays), id: 0 };
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
    { now, secrets },
  ) => {
    const entries = await candidatesFrom(tx, cursor, 'oldest first', secrets.contentKey);
    const due = entries.flatMap((entry) => decide(entry, settings, now).due).filter(({ at }) => at >= since);
    const known = new Set(
      entries.flatMap(({ id, served }) => [...served.keys()].map((one) => orderIdOf(id, one))),
    );
    for (const { orderId, entryId, milestone, at, name, cents } of due) {
      if (known.has(orderId)) continue;
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
    return { due, next: cursorAfter(entries, cursorAt) };
  },
);
