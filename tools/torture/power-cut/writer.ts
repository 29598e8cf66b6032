// A process that stores creations on SQLite with all of accueil except its sockets, to be traced by strace:
//   node --import ./pragmas.ts writer.ts FOLDER TO [die]
// Posts the creations up to number TO that are not acknowledged yet. With "die" it stops at the first refusal, and kills
// itself once nothing more is written. Each acknowledgement is a line in FOLDER/acknowledged, written on the response
// and never synced, so that the trace shows its position among the writes and syncs of the database.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../../../server/src/app.ts';
import { openInstallation } from '../../../server/src/commands/installation.ts';
import { parseConfig } from '../../../server/src/config.ts';
import { password, secretKey } from '../../harness/service-process.ts';
import { creation } from '../creations.ts';

const [folder = '.', to = '0', die] = process.argv.slice(2);
const callers = 12;
/** More than any history causes: ends a writer that can't store entries any more. */
const maxRefusals = 10_000;

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
    else if (answer.statusCode !== 503 || ++refusals === maxRefusals)
      throw new Error(`${customId}: ${answer.statusCode} ${answer.body}`);
    else if (die === undefined) queue.push(next);
    else queue.length = 0;
  }
}

await Promise.all(Array.from({ length: callers }, post));
if (die !== undefined) process.kill(process.pid, 'SIGKILL');
await app.close();
await close();
