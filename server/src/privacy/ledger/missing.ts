import type { LedgerDecision } from '../../entries/decisions.ts';
import type { Queries } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import { type Erasure, erasureIn, keyOf, selectErasures } from '../records/erasures.ts';
import { isDecision, type LedgerLine } from './line.ts';
import type { LedgerTable } from './rows.ts';

const entriesWith = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('entries')
    .select(['id', 'received_at as receivedAt', 'restriction'])
    .where(dialect.idIn('id', p.ids)),
);
const rowsOf = statement<{ ids: readonly number[] }>()((db, p, { idIn }) =>
  selectErasures(db).where(idIn('entry_id', p.ids)),
);

/** Lines of the ledger's file, compared with the database. */
interface Comparison {
  /** What the database lacks, as an older one was put in its place: erasures before decisions. */
  readonly missing: readonly LedgerLine[];
  /** The ids of the rows that have the others. */
  readonly known: Readonly<Record<LedgerTable, readonly number[]>>;
}

/**
 * Compares erasures with the entries themselves, not with the ledger's rows alone: a restore may have brought back some
 * tables. Only the rows tell what became of single values.
 */
export async function compareLines(queries: Queries, lines: readonly LedgerLine[]): Promise<Comparison> {
  const erasures = lines.flatMap((line) => (isDecision(line) ? [] : [line]));
  const ids = [...new Set(erasures.map(({ entryId }) => entryId))];
  const entries = new Map((await queries.all(entriesWith, { ids })).map((entry) => [entry.id, entry]));
  const rows = new Map((await queries.all(rowsOf, { ids })).map((row) => [keyOf(erasureIn(row)), row.id]));
  const isMissing = (erasure: Erasure) => {
    const entry = entries.get(erasure.entryId);
    if (entry === undefined || entry.receivedAt !== erasure.receivedAt || entry.restriction === 'erased')
      return false;
    return erasure.paths === null || !rows.has(keyOf(erasure));
  };
  const decisions = lines.filter(isDecision);
  const stored = await decisionRows(queries, decisions);
  return {
    missing: [
      ...erasures.filter(isMissing),
      ...decisions.filter((decision) => !stored.has(JSON.stringify(decision))),
    ],
    known: {
      erasures: erasures.flatMap((erasure) => rows.get(keyOf(erasure)) ?? []),
      decisions: [...stored.values()],
    },
  };
}

/** The ids of those that are stored, by their JSON. */
async function decisionRows(queries: Queries, decisions: readonly LedgerDecision[]) {
  if (decisions.length === 0) return new Map<string, number>();
  const texts = decisions.map((decision) => JSON.stringify(decision));
  const found = await queries.all(
    query((db) => db.selectFrom('decisions').select(['id', 'decision']).where('decision', 'in', texts)),
  );
  return new Map(found.map(({ id, decision }) => [decision, id]));
}
