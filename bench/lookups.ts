import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { row } from './creations.ts';
import type { Plan } from './main.ts';
import { load, median, password, service, startServer } from './processes.ts';
import { requestOf } from './requests.ts';
import { storeEntries } from './stored.ts';

const bare = new URL('./bare.ts', import.meta.url).pathname;
const kinds = ['customId', 'checkPhone', 'show', 'statscontact'];

/** Look-ups at random among many entries, against a bare route that answers the same bytes from memory. */
export async function measureLookups({ folder, rounds, seconds, entries, print }: Plan): Promise<void> {
  const dataDir = join(folder, 'lookups');
  await storeEntries(dataDir, entries, print);
  await readOnce(dataDir);
  const accueil = await startServer(service, { env: { DATA_DIR: dataDir } });
  const answers = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await answerOf(accueil.port, kind)])),
  );
  const reference = await startServer(bare, { args: [JSON.stringify(answers)] });
  try {
    for (const kind of kinds) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await load(accueil.port, kind, { seconds, entries }));
        theirs.push(await load(reference.port, kind, { seconds, entries }));
      }
      print(row(`${kind}, ${entries} entries`, median(ours), median(theirs), 'answered from memory'));
    }
  } finally {
    await accueil.stop();
    await reference.stop();
  }
}

/** What a look-up costs among many entries, in the time it takes among 10,000. */
export async function measureScale({ folder, rounds, seconds, entries, print }: Plan): Promise<void> {
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  await storeEntries(small, 10_000, print);
  await storeEntries(large, entries, print);
  await readOnce(large);
  const few = await startServer(service, { env: { DATA_DIR: small } });
  const many = await startServer(service, { env: { DATA_DIR: large } });
  try {
    for (const kind of kinds) {
      const atFew: number[] = [];
      const atMany: number[] = [];
      for (let round = 0; round < rounds; round++) {
        atFew.push(await load(few.port, kind, { seconds, entries: 10_000 }));
        atMany.push(await load(many.port, kind, { seconds, entries }));
      }
      const times = median(atFew) / median(atMany);
      print(`${kind}: at ${entries} entries ${times.toFixed(2)} of the time at 10,000`);
    }
  } finally {
    await few.stop();
    await many.stop();
  }
}

/** It fits into memory, and a service that has run for a while has it there: what is measured is not the disk. */
async function readOnce(dataDir: string): Promise<void> {
  for await (const _ of createReadStream(join(dataDir, 'accueil.db'), { highWaterMark: 2 ** 20 }));
}

async function answerOf(port: number, kind: string): Promise<string> {
  const path = requestOf(kind, { id: '', entry: 1, password }).split(' ')[1] ?? '';
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}
