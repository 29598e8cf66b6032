import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { type Erasure, erasureIn, selectErasures } from '../records/erasures.ts';

const chunkSize = 1_000;

const following = statement<{ after: number }>()((db, p) =>
  selectErasures(db).where('id', '>', p.after).orderBy('id').limit(sql.lit(chunkSize)),
);
const all = statement()((db) => db.selectFrom('erasures').select(db.fn.countAll<number>().as('count')));

export interface LedgerRow {
  readonly id: number;
  readonly erasure: Erasure;
}

/** Yields the erasures of the table after this id in chunks, at least one, oldest first. */
export async function* erasuresAfter(queries: Queries, after = 0): AsyncGenerator<readonly LedgerRow[]> {
  let last = after;
  for (;;) {
    const rows = await queries.all(following, { after: last });
    yield rows.map((row) => ({ id: row.id, erasure: erasureIn(row) }));
    if (rows.length < chunkSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Returns the number of erasures in the table. It only grows. */
export async function countErasures(queries: Queries): Promise<number> {
  return (await queries.first(all, {}))?.count ?? 0;
}
