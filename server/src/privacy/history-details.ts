import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { query, rawStatement } from '../store/statement.ts';

/** The detail of a line of the history, as JSON text. */
interface HistoryDetail {
  readonly id: number;
  readonly detail: string;
}

/** The changes of an entry whose values are of a fixed set or a day: statistics and conversions need them. */
export const enumeratedChanges: ReadonlySet<string> = new Set([
  'kind',
  'type',
  'sejourType',
  'resultat',
  'motif',
  'status',
  'establishment',
  'contactDate',
  'spam',
  'suspicion',
  'duplicateOf',
]);

// One statement for all lines: on PostgreSQL each would be a round trip.
const setAll = rawStatement<{ rows: string }, unknown>(
  (p, dialect) => sql`
    update history set detail = rewritten.detail
    from ${dialect.records(p.rows, { id: 'bigint', detail: 'json' })} as rewritten where history.id = rewritten.id`,
);

/** Returns the details of an entry's history, oldest first. */
export function detailsOf(queries: Queries, entryId: number): Promise<HistoryDetail[]> {
  return queries.all(
    query((db) =>
      db.selectFrom('history').select(['id', 'detail']).where('entry_id', '=', entryId).orderBy('id'),
    ),
  );
}

export async function setDetails(tx: Transaction, details: readonly HistoryDetail[]): Promise<void> {
  if (details.length === 0) return;
  const rows = details.map(({ id, detail }) => `{"id":${id},"detail":${detail}}`);
  await tx.run(setAll, { rows: `[${rows.join()}]` });
}
