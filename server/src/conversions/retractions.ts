import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunks } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { query, rawStatement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { candidatesWith } from './candidates.ts';
import { isRetracted, orderIdOf, type Reached } from './decide.ts';
import type { ExportOptions } from './due.ts';
import { type Cursor, cursorAfter, daysBefore, rowsAfter } from './keyset.ts';

/** A conversion that was served and turned out not to be one; `at`: when that was found. */
export interface Retraction extends Reached {
  readonly name: string;
}

/** How long after first being served a conversion can be retracted, and how long a retraction is exported. */
const retractionDays = 90;

/** A conversion that was served. */
interface ServedRow extends Omit<Retraction, 'orderId' | 'at'> {
  readonly id: number;
  readonly firstServedAt: Instant;
  readonly retractedAt: Instant | null;
}
function conversionsSince(instant: string, as: keyof ServedRow) {
  const columns = sql.raw(
    'id, entry_id as "entryId", milestone, name, first_served_at as "firstServedAt", retracted_at as "retractedAt"',
  );
  const where = sql`${sql.ref(instant)} is not null`;
  return rawStatement<Cursor, ServedRow>((p) =>
    rowsAfter({ table: 'conversions', columns, where, instant, as }, p, 'oldest first'),
  );
}
const servedSince = conversionsSince('first_served_at', 'firstServedAt');
const retractedSince = conversionsSince('retracted_at', 'retractedAt');

/** Yields the retractions of conversions served in the last {@link retractionDays} days, each once. */
export async function* retractions(
  database: Database,
  { now, since = '' }: ExportOptions,
): AsyncGenerator<readonly Retraction[]> {
  await retractAll(database, now);
  const oldest = daysBefore(now, retractionDays);
  let cursor: Cursor = { instant: since > oldest ? since : oldest, id: 0 };
  for (;;) {
    const rows = await database.background.all(retractedSince, cursor);
    yield rows.map(({ entryId, milestone, name, retractedAt }) => ({
      orderId: orderIdOf(entryId, milestone),
      entryId,
      milestone,
      name,
      at: retractedAt ?? '',
    }));
    const next = cursorAfter(rows, ({ retractedAt, id }) => ({ instant: retractedAt ?? '', id }));
    if (next === undefined) return;
    cursor = next;
    await setImmediate();
  }
}

async function retractAll(database: Database, now: Date): Promise<void> {
  let cursor: Cursor = { instant: daysBefore(now, retractionDays), id: 0 };
  for await (const next of chunks(() => database.write(retractConversions, cursor, now), undefined)) {
    if (next === undefined) return;
    cursor = next;
  }
}

/** Retracts the obsolete ones among a chunk of served conversions. Returns the cursor of the next chunk. */
export const retractConversions = operation('retractConversions', async (tx, cursor: Cursor, { now }) => {
  const served = await tx.all(servedSince, cursor);
  const active = served.filter(({ retractedAt }) => retractedAt === null);
  const ids = active.map(({ entryId }) => entryId);
  const entries = new Map((await candidatesWith(tx, ids)).map((entry) => [entry.id, entry]));
  for (const { id, entryId, milestone } of active) {
    if (isRetracted(entries.get(entryId), milestone, now))
      await tx.run(
        query((db) =>
          db
            .updateTable('conversions')
            .set({ retracted_at: now.toISOString() })
            .where('id', '=', id)
            .where('retracted_at', 'is', null),
        ),
      );
  }
  return cursorAfter(served, ({ firstServedAt, id }) => ({ instant: firstServedAt, id }));
});
