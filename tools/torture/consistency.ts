import { sql } from 'kysely';
import { recountContacts } from '../../server/src/entries/funnel/recount-contacts.ts';
import type { Database } from '../../server/src/store/database.ts';
import type { Location } from '../../server/src/store/migrate.ts';
import { connect } from '../../server/src/store/sqlite/connection.ts';
import { rawStatement } from '../../server/src/store/statement.ts';
import { withDatabase } from '../harness/database.ts';

/** Queries that must find no rows, for both engines. */
const contradictions: Readonly<Record<string, string>> = {
  'entries stored twice under one customId': `
    select custom_id as what from entries where custom_id is not null
    group by caller_id, custom_id having count(*) > 1`,
  'idempotency keys without their entry': `
    select r.key as what from idempotency_keys r left join entries e on e.id = r.entry_id where e.id is null`,
  'entries without their receipt': `
    select e.custom_id as what from entries e left join idempotency_keys r on r.entry_id = e.id
    where e.custom_id is not null and r.entry_id is null`,
  'commercial entries without their relation': `
    select e.custom_id as what from entries e left join relations r on r.entry_id = e.id
    where e.kind = 'commercial' and r.entry_id is null`,
  'commercial entries without their action': `
    select e.custom_id as what from entries e left join actions a on a.entry_id = e.id
    where e.kind = 'commercial' and a.entry_id is null`,
  'commercial entries without both phone keys': `
    select e.custom_id as what from entries e left join entry_phones p on p.entry_id = e.id
    where e.kind = 'commercial' group by e.id, e.custom_id having count(p.entry_id) <> 2`,
};

/**
 * Opens the database as the service does at its next start and returns what is wrong with it: SQLite's integrity check,
 * contradictions between tables, and missing acknowledged entries. For databases that contain only entries made by
 * `creation`.
 */
export async function problemsOf(location: Location, acknowledged: Iterable<string>): Promise<string[]> {
  return withDatabase(location, async (database) => [
    ...(location.engine === 'sqlite' ? damageOf(location.file) : []),
    ...(await contradictionsIn(database)),
    ...(await wrongCounts(database)),
    ...(await lost(database, acknowledged)),
  ]);
}

function damageOf(file: string): string[] {
  const connection = connect(file);
  try {
    const answers = connection.prepare('pragma integrity_check').all();
    const orphans = connection.prepare('pragma foreign_key_check').all();
    return [
      ...answers.map((row) => String(row.integrity_check)).filter((answer) => answer !== 'ok'),
      ...orphans.map((row) => `orphan: ${JSON.stringify(row)}`),
    ];
  } finally {
    connection.close();
  }
}

async function contradictionsIn(database: Database): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, query] of Object.entries(contradictions)) {
    const found = await stringsOf(database, query);
    if (found.length > 0) problems.push(`${found.length} ${name}: ${found.slice(0, 5).join(', ')}`);
  }
  return problems;
}

async function wrongCounts({ read }: Database): Promise<string[]> {
  const differences = await recountContacts(read);
  return differences.map((difference) => `counts that differ from a recount: ${JSON.stringify(difference)}`);
}

async function lost(database: Database, acknowledged: Iterable<string>): Promise<string[]> {
  const stored = new Set(
    await stringsOf(database, 'select custom_id as what from entries where custom_id is not null'),
  );
  const missing = [...acknowledged].filter((customId) => !stored.has(customId));
  return missing.length === 0
    ? []
    : [`${missing.length} acknowledged entries are lost: ${missing.slice(0, 5).join(', ')}`];
}

async function stringsOf(database: Database, query: string): Promise<string[]> {
  const statement = rawStatement<Record<never, never>, { what: string }>(() => sql.raw(query));
  return (await database.read.all(statement, {})).map(({ what }) => what);
}
