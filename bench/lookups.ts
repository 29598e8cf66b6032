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
  const accueil = await startServer(service, { env: { DATA_DIR: dataDir } });
  const answers = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await answerOf(accueil.port, kind)])),
  );
  const reference = await startServer(bare, { args: [JSON.stringify(answers)] });
  try {
    for (const kind of kinds) {
      const turns = { rounds, seconds, warmUpSeconds };
      const [ours, theirs] = await interleaved(
        kind,
        { ...accueil, entries },
        { ...reference, entries },
        turns,
      );
      print(row(`${kind}, ${entries} entries`, ours, theirs, 'answered from memory'));
    }
  } finally {
    await accueil.stop();
    await reference.stop();
  }
}

/** The speed of look-ups among many entries, relative to that among 10,000. */
export async function measureScale({ folder, rounds, seconds, entries, print }: Plan): Promise<void> {
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  await storeEntries(small, 10_000, print);
  await storeEntries(large, entries, print);
  await readOnce(large);
  const few = await startServer(service, { env: { DATA_DIR: small } });
  const many = await startServer(service, { env: { DATA_DIR: large } });
  try {
    for (const kind of kinds) {
      const turns = { rounds, seconds, warmUpSeconds };
      const [atFew, atMany] = await interleaved(
        kind,
        { ...few, entries: 10_000 },
        { ...many, entries },
        turns,
      );
      print(`${kind}: at ${entries} entries ${(atFew / atMany).toFixed(2)} of the time at 10,000`);
    }
  } finally {
    await few.stop();
    await many.stop();
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
