import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../harness/service-process.ts';
import { interleaved, row, startBare } from './closed-loop.ts';
import type { Plan } from './plan.ts';
import { type Kind, requestOf } from './requests.ts';
import { storeEntries } from './stored.ts';

const warmUpSeconds = 5;
const kinds = ['customId', 'checkPhone', 'show', 'statscontact'] as const;

/** Random look-ups among many entries, against a bare route that returns the same bytes from memory. */
export async function measureLookups(plan: Plan): Promise<void> {
  const accueil = await startFilled(plan);
  const answers = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await answerOf(accueil.url, kind)])),
  );
  const reference = { ...(await startBare(answers)), entries: plan.entries };
  for (const kind of kinds) {
    const [ours, theirs] = await interleaved(kind, [accueil, reference], plan, warmUpSeconds);
    plan.print(row(`${kind}, ${plan.entries} entries`, ours, theirs, 'answered from memory'));
  }
  for (const server of [accueil, reference]) await server.stop();
}

/** Starts a service on a database with many entries. */
async function startFilled({ folder, entries, print }: Plan) {
  const DATA_DIR = join(folder, `entries-${entries}`);
  await storeEntries({ DATA_DIR }, entries, print);
  // Into the page cache, where a running service has it, so that the disk is not measured.
  for await (const _ of createReadStream(join(DATA_DIR, 'accueil.db'), { highWaterMark: 2 ** 20 }));
  return { ...(await startProcess({ env: { DATA_DIR } })), entries };
}

async function answerOf(url: string, kind: Kind): Promise<string> {
  return (await fetch(`${url}${requestOf(kind, { id: '', entry: 1 }).path}`)).text();
}
