import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { interleaved, row } from './interleaved.ts';
import type { Plan } from './plan.ts';
import { bare, password, service, startServer } from './processes.ts';
import { requestOf } from './requests.ts';
import { storeEntries } from './stored.ts';

const warmUpSeconds = 5;
const kinds = ['customId', 'checkPhone', 'show', 'statscontact'];

/** Random look-ups among many entries, against a bare route that returns the same bytes from memory. */
export async function measureLookups({ folder, rounds, seconds, entries, print }: Plan): Promise<void> {
  const dataDir = join(folder, 'lookups');
  await storeEntries(dataDir, entries, print);
  await readOnce(dataDir);
  await using accueil = await startServer(service, { env: { DATA_DIR: dataDir } });
  const answers = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await answerOf(accueil.port, kind)])),
  );
  await using reference = await startServer(bare, { args: [JSON.stringify(answers)] });
  const first = { port: accueil.port, entries };
  const second = { port: reference.port, entries };
  for (const kind of kinds) {
    const [ours, theirs] = await interleaved(kind, first, second, { rounds, seconds, warmUpSeconds });
    print(row(`${kind}, ${entries} entries`, ours, theirs, 'answered from memory'));
  }
}

/** The speed of look-ups among many entries, relative to that among 10,000. */
export async function measureScale({ folder, rounds, seconds, entries, print }: Plan): Promise<void> {
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  await storeEntries(small, 10_000, print);
  await storeEntries(large, entries, print);
  await readOnce(large);
  await using atSmall = await startServer(service, { env: { DATA_DIR: small } });
  await using atLarge = await startServer(service, { env: { DATA_DIR: large } });
  const few = { port: atSmall.port, entries: 10_000 };
  const many = { port: atLarge.port, entries };
  for (const kind of kinds) {
    const [atFew, atMany] = await interleaved(kind, few, many, { rounds, seconds, warmUpSeconds });
    print(`${kind}: at ${entries} entries ${(atFew / atMany).toFixed(2)} of the time at 10,000`);
  }
}

/** Reads the file into the page cache, where a running service has it, so that the disk is not measured. */
async function readOnce(dataDir: string): Promise<void> {
  for await (const _ of createReadStream(join(dataDir, 'accueil.db'), { highWaterMark: 2 ** 20 }));
}

async function answerOf(port: number, kind: string): Promise<string> {
  const path = requestOf(kind, { id: '', entry: 1, password }).split(' ')[1] ?? '';
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}
