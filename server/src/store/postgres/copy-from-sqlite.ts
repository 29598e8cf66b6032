import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DatabaseUnusable } from '../database.ts';

/** Rows of one statement: as many as this, or fewer large ones. */
const batchRows = 1_000;
const batchBytes = 8_000_000;

/** What each database has of its own: the migrations it was given, and the numbers that tell processes to reload. */
const notCopied = ['migrations', 'revisions'];

interface Table {
  readonly name: string;
  /** Generated columns are left out. `type` is PostgreSQL's. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Copies every row of a SQLite database into an empty PostgreSQL database of the same schema, and compares both. All of it
 * is one transaction: what fails or is cut off leaves the target empty. Meanwhile nobody else writes to either.
 *
 * `onRows` is called with the name of the table and how many of its rows are copied; it may throw to stop. Returns how many
 * rows each table has. Throws {@link DatabaseUnusable} when the target holds rows, or does not hold the same in the end.
 */
export async function copyFromSqlite(
  source: DatabaseSync,
  client: pg.Client,
  onRows: (table: string, rows: number) => void,
): Promise<Record<string, number>> {
  source.exec(
    `begin immediate; create virtual table temp.terms using fts5vocab(main, entry_words, instance)`,
  );
  // A role may have time limits; adding references to a million entries, and reading their words from SQLite, takes long.
  // Every transaction that writes looks at the table of migrations first.
  await client.query(`begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0;
    lock table migrations in access exclusive mode`);
  const tables = (await tablesOf(client)).filter(({ name }) => !notCopied.includes(name));
  // Those that every new database begins with. The source has them too, perhaps changed.
  await client.query('delete from templates where author is null');
  await refuseRows(client, tables);
  // Rows refer to later ones, also of their own table. Adding the references again checks them all.
  const references = await referencesOf(client);
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const copied = await copyTable(source, client, table, (rows) => onRows(table.name, rows));
    const found = await digestOf(client, table);
    if (found.rows !== copied.rows || found.sum !== copied.sum) {
      throw new DatabaseUnusable(
        `PostgreSQL: ${table.name} is not the same there (${found.rows} of ${copied.rows} rows): nothing was moved`,
      );
    }
    counts[table.name] = copied.rows;
  }
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  // Not the greatest id that is left: numbers of deleted rows are not used again.
  for (const { name, seq } of source.prepare('select name, seq from sqlite_sequence where seq > 0').all())
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [name, seq]);
  await client.query('commit; analyze');
  return counts;
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name, json_agg(
      json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum
    ) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  return rows;
}

async function refuseRows(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rows.length > 0) throw new DatabaseUnusable(`PostgreSQL: ${name} holds rows: name an empty database`);
  }
}

async function referencesOf(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  return rows;
}

/** How many rows there are, and the sum of their hashes, whatever their order. */
interface Digest {
  readonly rows: number;
  readonly sum: bigint;
}

async function copyTable(
  source: DatabaseSync,
  client: pg.Client,
  table: Table,
  onRows: (rows: number) => void,
): Promise<Digest> {
  const { columns } = table;
  const names = columns.map(({ name }) => quoted(name)).join();
  const insert = `
    insert into ${quoted(table.name)} (${names}) overriding system value
    select ${columns.map(fromText).join()}
    from json_to_recordset($1) as sent(${columns.map(({ name }) => `${quoted(name)} text`).join()})`;
  let rows = 0;
  let sum = 0n;
  let batch: string[] = [];
  let bytes = 0;
  const send = async () => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join()}]`]);
    batch = [];
    bytes = 0;
    onRows(rows);
  };
  for (const row of source.prepare(selectFrom(table, names)).iterate()) {
    const texts = columns.map(({ name }) => copyText(row[name]));
    sum += BigInt(`0x${hash('sha256', texts.map((text) => text ?? '\x1e').join('\x1f')).slice(0, 14)}`);
    rows++;
    const json = JSON.stringify(Object.fromEntries(columns.map(({ name }, i) => [name, texts[i]])));
    batch.push(json);
    bytes += json.length;
    if (batch.length === batchRows || bytes > batchBytes) await send();
  }
  await send();
  return { rows, sum };
}

/** The words of an entry are not stored: they are read from the index itself. */
const selectFrom = ({ name }: Table, names: string): string =>
  name === 'entry_words'
    ? `select doc as entry_id, group_concat(term, ' ' order by term) as words from temp.terms group by doc`
    : `select ${names} from ${quoted(name)}`;

function copyText(value: unknown): string | null {
  if (value === null) return null;
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value);
}

function fromText({ name, type }: Table['columns'][number]): string {
  return type === 'tsvector'
    ? `array_to_tsvector(string_to_array(${quoted(name)}, ' '))`
    : `${quoted(name)}::${type}`;
}

/** The opposite of {@link fromText}: a value as SQLite has it. */
function toText({ name, type }: Table['columns'][number]): string {
  switch (type) {
    case 'tsvector':
      return `(select string_agg(word, ' ' order by word collate "C") from unnest(tsvector_to_array(${quoted(name)})) as word)`;
    case 'timestamp with time zone':
      return `to_char(${quoted(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    default:
      return `${quoted(name)}::text`;
  }
}

async function digestOf(client: pg.Client, { name, columns }: Table): Promise<Digest> {
  const texts = columns.map((column) => `coalesce(${toText(column)}, chr(30))`).join();
  const {
    rows: [found],
  } = await client.query<{ rows: string; sum: string }>(`
    select count(*) as rows, coalesce(sum(
      ('x' || encode(substr(sha256(convert_to(concat_ws(chr(31), ${texts}), 'UTF8')), 1, 7), 'hex'))::bit(56)::bigint
    ), 0) as sum
    from ${quoted(name)}`);
  return { rows: Number(found?.rows), sum: BigInt(found?.sum ?? 0) };
}

const quoted = (name: string): string => pg.escapeIdentifier(name);
