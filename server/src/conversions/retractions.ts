import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunks } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { candidatesWith } from './candidates.ts';
import { isRetracted, orderIdOf } from './decide.ts';
import type { ExportOptions } from './due.ts';
import { type Cursor, cursorAfter, daysBefore, rowsAfter } from './keyset.ts';
import type { Milestone } from './milestones.ts';

/** A conversion that was served and turned out not to be one. */
export interface Retraction {
  readonly orderId: string;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly name: string;
  /** When that was found. */
  readonly at: Instant;
}

/** How long after first being served a conversion can be retracted, and how long a retraction is exported. */
const retractionDays = 90;

interface ServedRow {
  readonly id: number;
  readonly entryId: number;
  readonly milestone: Milestone;
  readonly firstServedAt: Instant;
  readonly retractedAt: Instant | null;
}
const servedSince = rawStatement<Cursor, ServedRow>((p) =>
  rowsAfter(
    {
      table: 'conversions',
      columns: sql.raw(
        'id, entry_id as "entryId", milestone, first_served_at as "firstServedAt", retracted_at as "retractedAt"',
      ),
      where: sql.raw('true'),
      instant: 'first_served_at',
      as: 'firstServedAt',
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
type RetractedRow = Omit<Retraction, 'orderId'> & { readonly id: number };
const retractedSince = rawStatement<Cursor, RetractedRow>((p) =>
  rowsAfter(
    {
      table: 'conversions',
      columns: sql.raw('id, entry_id as "entryId", milestone, name, retracted_at as "at"'),
      where: sql.raw('retracted_at is not null'),
      instant: 'retracted_at',
      as: 'at',
    },
    p,
    'oldest first',
  ),
);

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
    yield rows.map(({ id: _, ...row }) => ({ orderId: orderIdOf(row.entryId, row.milestone), ...row }));
    const next = cursorAfter(rows, ({ at, id }) => ({ instant: at, id }));
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
      await tx.run(retract, { id, now: now.toISOString() });
  }
  return cursorAfter(served, ({ firstServedAt, id }) => ({ instant: firstServedAt, id }));
});
