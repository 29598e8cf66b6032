import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { rawStatement } from '../../store/statement.ts';

type Result = Pick<EntryRow, 'resultat' | 'motif'>;

const shown = (column: keyof Result) => sql`
  case when told is null then ${sql.ref(column)} else told ->> ${sql.lit(column)} end as ${sql.ref(column)}`;
const resultOf = rawStatement<{ id: number }, Result>(
  (p) => sql`select ${shown('resultat')}, ${shown('motif')} from entries where id = ${p.id}`,
);

/** Returns the result that an entry reports: a duplicate reports what the caller may know of the kept entry. */
export async function reportedResult(
  tx: Transaction,
  { resultat, motif, duplicate_of: keptId }: Pick<EntryRow, keyof Result | 'duplicate_of'>,
): Promise<Result> {
  return (keptId === null ? undefined : await tx.first(resultOf, { id: keptId })) ?? { resultat, motif };
}
