// PostgreSQL infers types where SQLite asks for none, so a statement that no test runs there might be refused.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { definedStatements } from '../../src/store/statement.ts';
import { startService } from '../fixtures/service.ts';

/** Statements for SQLite alone. */
const ofSqlite = /sqlite_sequence|total_changes\(\)|entry_words \(entry_words, rank\)/;
const source = fileURLToPath(new URL('../../src/', import.meta.url));

it('PostgreSQL understands every statement', async (t) => {
  const service = await startService('postgres');
  const { database } = service.config;
  assert.ok(database.engine === 'postgres');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  t.after(async () => {
    await client.end();
    await service.close();
  });

  for (const file of globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }))
    if (/\b(?:statement|rawStatement)[<(]/.test(readFileSync(`${source}${file}`, 'utf8')))
      await import(`${source}${file}`);
  const refused: string[] = [];
  for (const [n, statement] of definedStatements.entries()) {
    const { sql } = statement.compiled('postgres');
    // What no plan is made for, such as `lock table`, can't be prepared.
    if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(sql) || ofSqlite.test(sql)) continue;
    await client
      .query(`prepare checked_${n} as ${sql}`)
      .catch((error) => refused.push(`${error.message}: ${sql}`));
  }
  assert.deepEqual(refused, []);
  assert.ok(definedStatements.length > 300, String(definedStatements.length));
});
