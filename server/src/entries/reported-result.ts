import { sql } from 'kysely';

/**
 * Columns for the result that an entry reports: a duplicate reports that of the kept entry. For a query of `entries` left
 * joined with `entries as kept`. Of a kept entry that is out of sight, as it was before.
 */
export const reportedResult = [reported('resultat').as('resultat'), reported('motif').as('motif')] as const;

function reported(column: 'resultat' | 'motif') {
  const own = sql.ref(`entries.${column}`);
  return sql<string | null>`case when entries.duplicate_of is null then ${own}
    when kept.told is not null then kept.told ->> ${sql.lit(column)} else ${sql.ref(`kept.${column}`)} end`;
}
