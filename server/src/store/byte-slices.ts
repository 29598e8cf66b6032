import { sql } from 'kysely';
import { rawStatement } from './statement.ts';

/** Texts of a table, whose rows are read by a number, such as the id of their entry. */
export interface Texts {
  readonly table: string;
  readonly number: string;
  readonly columns: readonly string[];
}

/** The bytes of all texts with a number. */
export interface Size {
  readonly number: number;
  readonly bytes: number;
}

/** Defines the statement that returns how large texts are, by number, of the numbers above `after` up to `last`. */
export function sizesOf(all: readonly Texts[]) {
  return rawStatement<{ after: number; last: number }, Size>((p, { textBytes }) => {
    const sized = all.map(({ table, number, columns }) => {
      const bytes = columns.map((column) => sql`coalesce(${textBytes(column)}, 0)`);
      const of = sql.ref(number);
      return sql`
        select ${of} as number, ${sql.join(bytes, sql` + `)} as bytes from ${sql.table(table)}
        where ${of} > ${p.after} and ${of} <= ${p.last}`;
    });
    return sql`
      select number, sum(bytes) as bytes from (${sql.join(sized, sql` union all `)}) as sized
      group by 1 order by 1`;
  });
}

/**
 * Returns how many bytes one statement should read: those of the first of these numbers that have `maxBytes` together, or
 * more when one alone has. `until` is the last of them; undefined when all of them fit.
 */
export function fitting(
  sizes: readonly Size[],
  maxBytes: number,
): { readonly bytes: number; readonly until?: number } {
  let total = 0;
  let until: number | undefined;
  for (const { number, bytes } of sizes) {
    if (until !== undefined && total + bytes > maxBytes) return { bytes: total, until };
    total += bytes;
    until = number;
  }
  return { bytes: total };
}
