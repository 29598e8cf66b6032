import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { erasureIn, selectErasures } from '../records/erasures.ts';
import type { LedgerLine } from './line.ts';

const chunkSize = 1_000;

const erasures = statement<{ after: number }>()((db, p) =>
  selectErasures(db).where('id', '>', p.after).orderBy('id').limit(sql.lit(chunkSize)),
);
const decisions = statement<{ after: number }>()((db, p) =>
  db
    .selectFrom('decisions')
    .select(['id', 'decision'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(sql.lit(chunkSize)),
);
const all = statement()((db) => db.selectFrom('erasures').select(db.fn.countAll<number>().as('count')));

interface LedgerRow {
  readonly id: number;
  readonly line: LedgerLine;
}

const tables = {
  erasures: async (queries: Queries, after: number): Promise<LedgerRow[]> =>
    (await queries.all(erasures, { after })).map((row) => ({ id: row.id, line: erasureIn(row) })),
  decisions: async (queries: Queries, after: number): Promise<LedgerRow[]> =>
    (await queries.all(decisions, { after })).map(({ id, decision }) => ({ id, line: JSON.parse(decision) })),
};
export type LedgerTable = keyof typeof tables;
export const ledgerTables: readonly LedgerTable[] = ['erasures', 'decisions'];

/** Yields the lines of a table after this id in chunks, at least one, oldest first. */
export async function* rowsAfter(
  queries: Queries,
  table: LedgerTable,
  after = 0,
): AsyncGenerator<readonly LedgerRow[]> {
  for (let last = after; ; ) {
    const rows = await tables[table](queries, last);
    yield rows;
    if (rows.length < chunkSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Returns the number of erasures in the table. It only grows. */
export async function countErasures(queries: Queries): Promise<number> {
  return (await queries.first(all, {}))?.count ?? 0;
}
