// PostgreSQL infers types where SQLite asks for none, so a statement that no test runs there might be refused.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { startService } from '../fixtures/service.ts';

/** Statements for SQLite alone. */
const ofSqlite = /pragma_page|sqlite_sequence|total_changes\(\)|entry_words \(entry_words, rank\)/;
/** For others, such as `lock table`, there is no plan to prepare. */
const canBePrepared = /^\s*(?:select|insert|update|delete|with)\b/i;

it('PostgreSQL understands every constant statement', async (t) => {
  const service = await startService('postgres');
  const { database } = service.config;
  assert.ok(database.engine === 'postgres');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const thread = new Worker(new URL('../fixtures/source-statements.ts', import.meta.url));
  t.after(async () => {
    await thread.terminate();
    await client.end();
    await service.close();
  });

  const [statements]: string[][] = await once(thread, 'message');
  assert.ok(statements !== undefined && statements.length > 300, String(statements?.length));
  const refused: string[] = [];
  for (const [n, sql] of statements.entries()) {
    if (!canBePrepared.test(sql) || ofSqlite.test(sql)) continue;
    await client
      .query(`prepare checked_${n} as ${sql}`)
      .catch((error) => refused.push(`${error.message}: ${sql}`));
  }
  assert.deepEqual(refused, []);
});
