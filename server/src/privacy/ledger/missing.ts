import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { type Erasure, erasureIn, keyOf, selectErasures } from '../records/erasures.ts';

const entriesWith = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('entries')
    .select(['id', 'received_at as receivedAt', 'restriction'])
    .where(dialect.idIn('id', p.ids)),
);
const rowsOf = statement<{ ids: readonly number[] }>()((db, p, { idIn }) =>
  selectErasures(db).where(idIn('entry_id', p.ids)),
);

/** Erasures of a ledger's file, compared with the database. */
interface Comparison {
  /** Those that the database has not undergone: an older one was put in its place. */
  readonly missing: readonly Erasure[];
  /** The ids of the rows of the ledger that are among them. */
  readonly rowIds: readonly number[];
}

/**
 * Compares erasures with the entries themselves, not with the ledger's rows alone: a restore may have brought back some
 * tables. Only the rows tell what became of single values.
 */
export async function compareErasures(queries: Queries, erasures: readonly Erasure[]): Promise<Comparison> {
  const ids = [...new Set(erasures.map(({ entryId }) => entryId))];
  const entries = new Map((await queries.all(entriesWith, { ids })).map((entry) => [entry.id, entry]));
  const rows = new Map((await queries.all(rowsOf, { ids })).map((row) => [keyOf(erasureIn(row)), row.id]));
  const isMissing = (erasure: Erasure) => {
    const entry = entries.get(erasure.entryId);
    if (entry === undefined || entry.receivedAt !== erasure.receivedAt || entry.restriction === 'erased')
      return false;
    return erasure.paths === null || !rows.has(keyOf(erasure));
  };
  return {
    missing: erasures.filter(isMissing),
    rowIds: erasures.flatMap((erasure) => rows.get(keyOf(erasure)) ?? []),
  };
}
