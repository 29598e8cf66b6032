import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { row } from './creations.ts';
import type { Plan } from './main.ts';
import { median, type Server, service, startServer } from './processes.ts';
import { fillOutbox } from './webhook-events.ts';

const receiverProgram = new URL('./webhook-receiver.ts', import.meta.url).pathname;
const bareSender = new URL('./bare-sender.ts', import.meta.url).pathname;
/** How many accueil sends at a time. */
const concurrency = 16;
const warmUpMs = 1_000;
/** More than any of these machines could send: what runs out is not measured. */
const mostPerSecond = 10_000;

/** Delivering what is due, against a loop that posts the same bytes and does nothing else. */
export async function measureWebhooks({ folder, rounds, seconds, print }: Plan): Promise<void> {
  const receiver = await startServer(receiverProgram);
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    const urls = Array.from({ length: concurrency }, (_, i) => `${urlOf(receiver)}/${i}`);
    for (let round = 0; round < rounds; round++) {
      const dataDir = join(folder, `webhooks-${round}`);
      const events = Math.ceil((mostPerSecond * (seconds + warmUpMs / 1_000)) / urls.length);
      const body = await fillOutbox(dataDir, urls, events);
      ours.push(await rateOf(receiver, seconds, () => delivering(dataDir)));
      const arguments_ = JSON.stringify({ url: `${urlOf(receiver)}/bare`, body, concurrency });
      theirs.push(await rateOf(receiver, seconds, () => startServer(bareSender, { args: [arguments_] })));
    }
    print(
      row(
        `webhooks, ${concurrency} at a time, signed and recorded`,
        median(ours),
        median(theirs),
        'bare undici',
      ),
    );
  } finally {
    await receiver.stop();
  }
}

const urlOf = (receiver: Server) => `http://127.0.0.1:${receiver.port}`;

const delivering = (dataDir: string) =>
  startServer(service, { env: { DATA_DIR: dataDir, WEBHOOK_ALLOW: '127.0.0.0/8' } });

/** How many a second arrive while a sender runs. */
async function rateOf(receiver: Server, seconds: number, start: () => Promise<Server>): Promise<number> {
  const sender = await start();
  await wait(warmUpMs);
  const before = await countAt(receiver);
  await wait(seconds * 1_000);
  const after = await countAt(receiver);
  await sender.stop();
  return ((after.received - before.received) * 1_000) / (after.atMs - before.atMs);
}

async function countAt(receiver: Server): Promise<{ received: number; atMs: number }> {
  const answer = await fetch(`${urlOf(receiver)}/count`);
  return (await answer.json()) as { received: number; atMs: number };
}
