import { sql } from 'kysely';

/**
 * The result that an entry reports, in a query of `entries` left joined with the entry that was kept, as `kept`: a
 * duplicate reports that one's.
 */
export const reportedResult = [reported('resultat').as('resultat'), reported('motif').as('motif')] as const;

function reported(column: 'resultat' | 'motif') {
  const own = sql.ref(`entries.${column}`);
  return sql<
    string | null
  >`case when entries.duplicate_of is null then ${own} else ${sql.ref(`kept.${column}`)} end`;
}
