import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, startPostgres } from '../server/test/postgres.ts';
import { row } from './creations.ts';
import type { Plan } from './main.ts';
import { median, type Server, service, startServer } from './processes.ts';
import { delaysOf } from './webhook-delays.ts';
import { beginWithEndpoints, writeEvents } from './webhook-events.ts';

const receiverProgram = new URL('./webhook-receiver.ts', import.meta.url).pathname;
const bareSender = new URL('./bare-sender.ts', import.meta.url).pathname;
const secretKey = 'a-secret-key-for-measuring-of-32-and-more';
/** How many accueil sends at a time. */
const concurrency = 16;
const healthyEndpoints = 50;
const changes = 200;
/** V8 goes on compiling what is used most for about so long. */
const warmUpMs = 8_000;
/** More than a machine can send: a queue that runs out measures nothing. */
const mostPerSecond = 25_000;

/** The delivery of events: its rate, its delay, and what an endpoint that hangs costs the others. */
export async function measureWebhooks(plan: Plan): Promise<void> {
  const receiver = await startServer(receiverProgram);
  try {
    await measureRate(plan, receiver);
    await measureHanging(plan, receiver);
    await measureDelay(plan, receiver);
  } finally {
    await receiver.stop();
  }
}

/** Delivering what is due, against a loop that posts the same bytes and does nothing else. */
async function measureRate({ folder, rounds, seconds, print }: Plan, receiver: Server): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const env = { DATA_DIR: join(folder, `webhooks-${round}`) };
    await beginWithEndpoints(env, urlsOf(receiver, concurrency));
    const body = await writeEvents(env, enoughFor(seconds, concurrency));
    ours.push(await rateOf(receiver, seconds, () => delivering(env)));
    const settings = JSON.stringify({ url: `${urlOf(receiver)}/bare`, body, concurrency });
    theirs.push(await rateOf(receiver, seconds, () => startServer(bareSender, { args: [settings] })));
  }
  const what = `webhooks, ${concurrency} at a time, signed and recorded`;
  print(row(what, median(ours), median(theirs), 'bare undici'));
}

/** The rate of fifty endpoints by themselves, and beside one that never answers. */
async function measureHanging({ folder, rounds, seconds, print }: Plan, receiver: Server): Promise<void> {
  const healthy = urlsOf(receiver, healthyEndpoints);
  const rates = { alone: [] as number[], beside: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const both = [
      ['alone', healthy],
      ['beside', [`${urlOf(receiver)}/hang`, ...healthy]],
    ] as const;
    // Each is as often the first: these machines become faster and slower.
    for (const [name, urls] of round % 2 === 0 ? both : both.toReversed()) {
      const env = { DATA_DIR: join(folder, `webhooks-${name}-${round}`) };
      await beginWithEndpoints(env, urls);
      await writeEvents(env, enoughFor(seconds, urls.length));
      rates[name].push(await rateOf(receiver, seconds, () => delivering(env)));
    }
  }
  const [alone, beside] = [median(rates.alone), median(rates.beside)];
  print(
    `webhooks to ${healthyEndpoints} endpoints: ${Math.round(alone)}/s, beside one more that hangs ${Math.round(beside)}/s, ` +
      `slower by ${((1 - beside / alone) * 100).toFixed(1)} %`,
  );
}

/** From the commit of a change to the event at its receiver, when nothing else is due. */
async function measureDelay({ folder, print }: Plan, receiver: Server): Promise<void> {
  const postgres = await startPostgres(tmpdir());
  try {
    for (const [engine, env] of [
      ['SQLite', { DATA_DIR: join(folder, 'webhook-delay') }],
      [
        'PostgreSQL',
        { DATABASE_URL: await createDatabase(postgres.url), SECRET_KEY: secretKey, DATA_DIR: folder },
      ],
    ] as const) {
      await beginWithEndpoints(env, [`${urlOf(receiver)}/timed`]);
      const delays = await delaysOf(env, changes, () => nextArrival(receiver));
      print(
        `from a change to its webhook on ${engine}, median of ${changes}: ${median(delays).toFixed(1)} ms`,
      );
    }
  } finally {
    await postgres.stop();
  }
}

const urlOf = (receiver: Server) => `http://127.0.0.1:${receiver.port}`;

const urlsOf = (receiver: Server, count: number) =>
  Array.from({ length: count }, (_, i) => `${urlOf(receiver)}/${i}`);

/** Events for each endpoint that last longer than a round. */
const enoughFor = (seconds: number, endpoints: number) =>
  Math.ceil((mostPerSecond * (seconds + warmUpMs / 1_000)) / endpoints);

const delivering = (env: Readonly<Record<string, string>>) =>
  startServer(service, { env: { ...env, WEBHOOK_ALLOW: '127.0.0.0/8' } });

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

/** When the next event arrives at /timed, in ms since 1970. */
async function nextArrival(receiver: Server): Promise<number> {
  const answer = await fetch(`${urlOf(receiver)}/next`);
  return ((await answer.json()) as { atMs: number }).atMs;
}
