import { type Generated, type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Transaction } from './database.ts';
import { type Parameters, rawStatement, type Statement, type Values } from './statement.ts';
import type { Tables } from './tables.ts';

/** The tables whose ids the database gives. */
type KeyedTable = {
  [T in keyof Tables]: Tables[T] extends { id: Generated<number> } ? T : never;
}[keyof Tables];

/** Returns a function that writes the statement for a table and some of its columns, once for each set of them. */
function perColumns<R>(
  build: (table: RawBuilder<unknown>, columns: readonly string[], p: Parameters<Values>) => RawBuilder<R>,
) {
  const written = new Map<string, Statement<Values, R>>();
  return (table: KeyedTable, columns: readonly string[]): Statement<Values, R> => {
    const name = `${table} ${columns.join()}`;
    const known = written.get(name);
    if (known !== undefined) return known;
    const statement = rawStatement<Values, R>((p) => build(sql.table(table), columns, p));
    written.set(name, statement);
    return statement;
  };
}

const insertOf = perColumns<{ id: number }>(
  (table, columns, p) => sql`
    insert into ${table} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(columns.map((column) => p[column]))}) returning id`,
);
const updateOf = perColumns(
  (table, columns, p) => sql`
    update ${table} set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${p[column]}`))}
    where id = ${p.id}`,
);

/** Inserts a row, given by its columns, and returns its id. */
export async function insert<T extends KeyedTable>(
  tx: Transaction,
  table: T,
  row: Insertable<Tables[T]> & Values,
): Promise<number> {
  const stored = await tx.first(insertOf(table, Object.keys(row)), row);
  if (stored === undefined) throw new Error(`The new row of ${table} has no id`);
  return stored.id;
}

/** Sets columns of the row with this id. Returns how many rows that changed: 1, or 0 for an unknown id. */
export function update<T extends KeyedTable>(
  tx: Transaction,
  table: T,
  rowId: number,
  values: Updateable<Tables[T]> & Values,
): Promise<number> {
  return tx.run(updateOf(table, Object.keys(values)), { ...values, id: rowId });
}

/** Returns a text that PostgreSQL stores: without NUL and lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
