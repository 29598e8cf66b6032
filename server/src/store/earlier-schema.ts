import { DatabaseUnusable } from './database.ts';
import type { Migrator } from './migrator.ts';

// Upgrades an installation whose tables were created by migrations 1 to 15, before the schema became one file: its tables
// are renamed, the new ones are created, and every row is copied. Delete this file and its calls after 1.0.

/** The one earlier schema that can be upgraded, and the last commit of this project that had it. */
export const earlierSchema = 15;
const earlierCommit = 'e55049f8';

/** The tables of that schema, referenced ones first. */
const tables = `groups establishments staff announcements callers passwords endpoints partners tokens
  users grants sessions recovery_codes known_addresses audit
  entries entry_phones relations actions files orientations receipts upload_bytes history outbox attempts
  contact_counts lead_counts delay_counts notices held_notices mails
  conversion_settings conversions installation`.split(/\s+/);
/** The new names of renamed tables and columns. */
const renamed: Readonly<Record<string, { to?: string; columns?: Readonly<Record<string, string>> }>> = {
  receipts: { to: 'idempotency_keys' },
  attempts: { columns: { cause: 'failure_reason', answer: 'response_excerpt' } },
  notices: { to: 'notifications', columns: { told: 'notified' } },
  held_notices: { to: 'deferred_notifications', columns: { held_at: 'deferred_at' } },
  mails: { columns: { cause: 'failure_reason' } },
};
/** On SQLite this full-text index can't be read back, so it is kept instead of copied. */
const words = 'entry_words';
/** Renamed but not copied: its numbers start again. */
const revisions = 'revisions';

/** Why a schema can't be upgraded by this program; undefined when it can. */
export function tooEarly(schema: number): string | undefined {
  if (schema === 0 || schema >= earlierSchema) return undefined;
  return (
    `The database has schema ${schema}, and this accueil brings over schema ${earlierSchema}: ` +
    `migrate it first with commit ${earlierCommit}, the last that had it (docs/operations.md, Upgrading)`
  );
}

/** Renames the old tables to make room for the new schema. Rejects when the schema is too old to be upgraded. */
export async function setEarlierAside({ engine, query }: Migrator, schema: number): Promise<void> {
  const reason = tooEarly(schema);
  if (reason !== undefined) throw new DatabaseUnusable(reason);
  const all = [...tables, words, revisions];
  if (engine === 'postgres') {
    await query('create schema earlier');
    await query('alter function revise() set schema earlier');
    for (const table of all) await query(`alter table "${table}" set schema earlier`);
  } else {
    const named = await query(
      `select type, name from sqlite_schema where type in ('index', 'trigger') and sql is not null
       and tbl_name in (${all.map((table) => `'${table}'`).join(', ')})`,
    );
    for (const { type, name } of named) await query(`drop ${type} "${name}"`);
    for (const table of all) await query(`alter table "${table}" rename to "earlier_${table}"`);
  }
  await query('delete from migrations');
}

/** Copies every row into the new tables and drops the old ones. */
export async function copyEarlier(migrator: Migrator): Promise<void> {
  const { engine, query } = migrator;
  for (const table of tables) await copyTable(migrator, table);
  if (engine === 'postgres') {
    await copyTable(migrator, words);
    await query('drop schema earlier cascade');
  } else {
    for (const table of [...tables, revisions]) await query(`drop table "earlier_${table}"`);
    await query(`drop table ${words}`);
    await query(`alter table earlier_${words} rename to ${words}`);
  }
}

async function copyTable({ engine, query }: Migrator, table: string): Promise<void> {
  const { to = table, columns = {} } = renamed[table] ?? {};
  const earlier = engine === 'postgres' ? `earlier."${table}"` : `"earlier_${table}"`;
  const rows = await query(
    engine === 'postgres'
      ? `select column_name as name, is_identity = 'YES' as counts from information_schema.columns
         where table_schema = 'earlier' and table_name = '${table}'`
      : `select name, false as counts from pragma_table_info('earlier_${table}')`,
  );
  const names = rows.map(({ name }) => String(name));
  const into = names.map((name) => `"${columns[name] ?? name}"`).join(', ');
  const from = names.map((name) => `"${name}"`).join(', ');
  const own = engine === 'postgres' ? 'overriding system value' : '';
  await query(`insert into "${to}" (${into}) ${own} select ${from} from ${earlier}`);

  // Ids of deleted rows must not be reused.
  if (engine === 'sqlite') {
    await query(`delete from sqlite_sequence where name = '${to}'`);
    await query(`update sqlite_sequence set name = '${to}' where name = 'earlier_${table}'`);
  } else if (rows.some(({ counts }) => counts === true)) {
    await query(
      `select setval(pg_get_serial_sequence('"${to}"', 'id'), last_value, is_called) from earlier."${table}_id_seq"`,
    );
  }
}
