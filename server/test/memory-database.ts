import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { storeBatch } from '../src/database/crowd-operation.ts';
import type { Database } from '../src/database/port.ts';
import { SqliteQueries, transactionsOn } from '../src/database/sqlite-transactions.ts';
import { wakeups } from '../src/database/wakeups.ts';

const schema = readFileSync(new URL('../src/database/schema/sqlite.sql', import.meta.url), 'utf8');

/** The engine of the service without its disk and its thread, where a test makes a hundred thousand transactions. */
export function memoryDatabase(): Database {
  const connection = new DatabaseSync(':memory:');
  connection.exec(schema);
  const { watch, wake } = wakeups();
  const transaction = transactionsOn(connection, [], wake);
  let last: Promise<unknown> = Promise.resolve();
  const write: Database['write'] = (work) => {
    const result = last.then(() => transaction(work));
    last = result.catch(() => undefined);
    return result;
  };
  return {
    engine: 'sqlite',
    read: new SqliteQueries(connection),
    background: new SqliteQueries(connection),
    parallelBatches: 1,
    write,
    batch: (operation, pieces, now) => write((tx) => storeBatch(tx, operation, pieces, now)),
    revision: async () => undefined,
    watch,
    ready: async () => undefined,
    async close() {
      await last;
      connection.close();
    },
  };
}
