import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../src/database/port.ts';
import { SqliteQueries, transactionsOn } from '../src/database/sqlite-transactions.ts';
import { wakeups } from '../src/database/wakeups.ts';
import { secretsOf } from '../src/secrets.ts';

const schema = readFileSync(
  new URL('../src/database/migrations/sqlite/0016-schema.sql', import.meta.url),
  'utf8',
);

/** The engine of the service without its disk and its thread, where a test makes a hundred thousand transactions. */
export function memoryDatabase(): Database {
  const connection = new DatabaseSync(':memory:');
  connection.exec(schema);
  const { watch, wake } = wakeups();
  const transaction = transactionsOn(connection, [], wake);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Database['transaction'] = (work) => {
    const result = last.then(() => transaction(work));
    last = result.catch(() => undefined);
    return result;
  };
  const secrets = secretsOf('');
  return {
    engine: 'sqlite',
    read: new SqliteQueries(connection),
    async write(operation, input, now) {
      const [outcome] = await inTurn((tx) => operation.run(tx, [input], { now, secrets }));
      return outcome as never;
    },
    transaction: inTurn,
    revision: () => undefined,
    observeCommits: () => undefined,
    watch,
    ready: async () => undefined,
    async close() {
      await last;
      connection.close();
    },
  };
}
