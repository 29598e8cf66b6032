import { sql } from 'kysely';
import type { Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { rawStatement } from '../store/statement.ts';

type Result = Pick<EntryRow, 'resultat' | 'motif'>;

/** What callers may know of the result of an entry: of one that is out of sight, as it was before. */
function known(table: string, column: keyof Result) {
  const told = sql.ref(`${table}.told`);
  return sql<string | null>`
    case when ${told} is null then ${sql.ref(`${table}.${column}`)} else ${told} ->> ${sql.lit(column)} end`;
}

function reported(column: keyof Result) {
  return sql<string | null>`case when entries.duplicate_of is null then ${sql.ref(`entries.${column}`)}
    else ${known('kept', column)} end`;
}

/**
 * Columns for the result that an entry reports: a duplicate reports what is known of the kept entry. For a query of `entries`
 * left joined with `entries as kept`.
 */
export const reportedColumns = [reported('resultat').as('resultat'), reported('motif').as('motif')] as const;

const knownResult = rawStatement<{ id: number }, Result>(
  (p) => sql`
    select ${known('entries', 'resultat')} as resultat, ${known('entries', 'motif')} as motif
    from entries where id = ${p.id}`,
);

/** Returns the result that an entry reports: a duplicate reports what is known of the kept entry. */
export async function reportedResult(
  tx: Transaction,
  { resultat, motif, duplicate_of: keptId }: Pick<EntryRow, keyof Result | 'duplicate_of'>,
): Promise<Result> {
  return (keptId === null ? undefined : await tx.first(knownResult, { id: keptId })) ?? { resultat, motif };
}
