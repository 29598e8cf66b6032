// A process that stores creations on SQLite with the whole of accueil but its sockets, to be watched by strace:
//   node writer.ts FOLDER --from N --to N [--synchronous normal]
// Each acknowledgement is a line in FOLDER/acknowledged, written when the answer is there and never synced: it
// stands in the trace, in its place among the writes and syncs of the database.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addFirstCredentials } from '../../server/src/access/first-credentials.ts';
import { secretsOf } from '../../server/src/access/secrets.ts';
import { buildApp } from '../../server/src/app.ts';
import { parseConfig } from '../../server/src/config.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { connect, databaseOn } from '../../server/src/database/sqlite.ts';
import { addFirstResidences } from '../../server/src/residences/first-residences.ts';
import { creation } from '../creations.ts';
import { password, token } from '../service-process.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' }, synchronous: { type: 'string' } },
});
const folder = positionals[0] ?? '.';
const secretKey = 'secret-key-of-the-torture-0123456789';
const callers = 12;
/** Far fewer than in service: several checkpoints in a trace of a reasonable size. */
const checkpointPages = 300;

const file = join(folder, 'accueil.db');
const now = new Date('2026-03-04T09:00:00.000Z');
await migrate({ engine: 'sqlite', file }, now);
const writer = connect(file);
writer.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
// What the control is for: the service itself refuses to run so.
if (values.synchronous !== undefined) writer.exec(`pragma synchronous = ${values.synchronous}`);
const database = databaseOn({ file, writer, reader: connect(file) });
const secrets = secretsOf(secretKey);
await database.write(async (tx) => {
  await addFirstResidences(tx);
  await addFirstCredentials(tx, { secrets, now }, { password, token });
});
const app = await buildApp({
  config: parseConfig({ SECRET_KEY: secretKey, DATA_DIR: folder }),
  database,
  secrets,
  clock: () => now,
  log: { level: 'silent' },
  version: '0.0.0-torture',
});

const acks = openSync(join(folder, 'acknowledged'), 'a');
const known = new Set(readFileSync(join(folder, 'acknowledged'), 'utf8').split('\n'));
const from = Number(values.from ?? 0);
const to = Number(values.to ?? 0);
// What an earlier process did not acknowledge is sent again, among what is new.
const queue = Array.from({ length: to }, (_, n) => n).filter(
  (n) => n >= from || !known.has(creation(n).customId),
);

async function post(): Promise<void> {
  for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
    const { customId, path, body } = creation(n);
    const answer = await app.inject({ method: 'POST', url: `${path}?password=${password}`, payload: body });
    if (answer.statusCode === 200) writeSync(acks, `${customId}\n`);
    else if (answer.statusCode === 503) queue.push(n);
    else throw new Error(`${customId}: ${answer.statusCode} ${answer.body}`);
  }
}

await Promise.all(Array.from({ length: callers }, post));
await app.close();
await database.close();
