// A process that stores creations on SQLite with the whole of accueil but its sockets, to be watched by strace:
//   node --import ./pragmas.ts writer.ts FOLDER TO [die]
// Creations up to number TO that are not acknowledged yet are posted. With "die" it stops at the first that is
// refused, and kills itself when all is quiet. Each acknowledgement is a line in
// FOLDER/acknowledged, written when the answer is there and never synced: it stands in the trace, in its place among
// the writes and syncs of the database.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../../server/src/app.ts';
import { openInstallation } from '../../server/src/commands/installation.ts';
import { parseConfig } from '../../server/src/config.ts';
import { creation } from '../creations.ts';
import { password, secretKey } from '../service-process.ts';

const [folder = '.', to = '0', die] = process.argv.slice(2);
const callers = 12;
/** More than any history brings about: a writer whose entries can't be stored ends. */
const mostRefusals = 10_000;

const config = parseConfig({ SECRET_KEY: secretKey, DATA_DIR: folder, FIRST_PASSWORD: password });
const { database, secrets, close } = await openInstallation(config);
const app = await buildApp({
  config,
  database,
  secrets,
  clock: () => new Date('2026-03-04T09:00:00.000Z'),
  monotonicClock: () => performance.now(),
  log: { level: 'silent' },
  version: '0.0.0-torture',
  refusalOfUrl: () => null,
});

const acks = openSync(join(folder, 'acknowledged'), 'a');
const known = new Set(readFileSync(join(folder, 'acknowledged'), 'utf8').split('\n'));
const queue = Array.from({ length: Number(to) }, (_, n) => creation(n)).filter(
  ({ customId }) => !known.has(customId),
);
let refusals = 0;

async function post(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { customId, path, body } = next;
    const answer = await app.inject({ method: 'POST', url: `${path}?password=${password}`, payload: body });
    if (answer.statusCode === 200) writeSync(acks, `${customId}\n`);
    else if (answer.statusCode !== 503 || ++refusals === mostRefusals)
      throw new Error(`${customId}: ${answer.statusCode} ${answer.body}`);
    else if (die === undefined) queue.push(next);
    else queue.length = 0;
  }
}

await Promise.all(Array.from({ length: callers }, post));
if (die !== undefined) process.kill(process.pid, 'SIGKILL');
await app.close();
await close();
