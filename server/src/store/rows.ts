import { type Generated, type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Transaction } from './database.ts';
import { type Parameters, type ParameterValues, query, rawStatement, type Statement } from './statement.ts';
import type { Flag, Tables } from './tables.ts';

type KeyedTable = {
  [T in keyof Tables]: Tables[T] extends { id: number | Generated<number> } ? T : never;
}[keyof Tables];
/** A row as it is given: its flags also as booleans. */
type Given<Row> = { [C in keyof Row]: Row[C] extends Flag | undefined ? Row[C] | boolean : Row[C] };
type GivenValues = Record<string, ParameterValues[string] | boolean>;

/** Returns a function that writes the statement for a table and some of its columns, once for each set of them. */
function perColumns<R>(
  build: (
    table: RawBuilder<unknown>,
    columns: readonly string[],
    p: Parameters<ParameterValues>,
  ) => RawBuilder<R>,
) {
  const written = new Map<string, Statement<ParameterValues, R>>();
  return (table: KeyedTable, columns: readonly string[]): Statement<ParameterValues, R> => {
    const name = `${table} ${columns.join()}`;
    const known = written.get(name);
    if (known !== undefined) return known;
    const statement = rawStatement<ParameterValues, R>((p) => build(sql.table(table), columns, p));
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
  row: Given<Insertable<Tables[T]>> & GivenValues,
): Promise<number> {
  const stored = await tx.first(insertOf(table, Object.keys(row)), valuesOf(row));
  if (stored === undefined) throw new Error(`The new row of ${table} has no id`);
  return stored.id;
}

/** Sets columns of the row with this id. Returns how many rows that changed: 1, or 0 for an unknown id. */
export function update<T extends KeyedTable>(
  tx: Transaction,
  table: T,
  rowId: number,
  values: Given<Updateable<Tables[T]>> & GivenValues,
): Promise<number> {
  return tx.run(updateOf(table, Object.keys(values)), { ...valuesOf(values), id: rowId });
}

function valuesOf(given: GivenValues): ParameterValues {
  return Object.fromEntries(
    Object.entries(given).map(([column, value]) => [
      column,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );
}

/** Deletes the row with this id. */
export function remove(tx: Transaction, table: KeyedTable, rowId: number): Promise<number> {
  return tx.run(query((db) => db.deleteFrom(table).where('id', '=', rowId)));
}

/** The id after the largest, for the tables whose ids the database does not give. */
export async function nextId(
  tx: Transaction,
  table: 'groups' | 'establishments' | 'announcements',
): Promise<number> {
  const last = await tx.first(
    query((db) => db.selectFrom(table).select((eb) => eb.fn.max<number | null>('id').as('id'))),
  );
  return (last?.id ?? 0) + 1;
}

/** The names of the fields that differ. */
export function changedNames<T extends object>(before: T, after: T): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (value === old.get(name) ? [] : name));
}

/** Returns a text that PostgreSQL stores: without NUL and lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
