import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, startPostgres } from '../../server/test/fixtures/postgres.ts';
import { median, row } from './interleaved.ts';
import type { Plan } from './plan.ts';
import { type Server, secretKey, service, startServer } from './processes.ts';
import { delaysOf } from './webhook-delays.ts';
import { createWithEndpoints, type Subscription, writeEvents } from './webhook-events.ts';

const receiverProgram = new URL('./webhook-receiver.ts', import.meta.url).pathname;
const bareSender = new URL('./bare-sender.ts', import.meta.url).pathname;
/** accueil's own limit of concurrent attempts. */
const concurrency = 16;
const healthyEndpoints = 50;
const changes = 200;
/** V8 keeps optimising hot code for about this long. */
const warmUpMs = 8_000;
/** More than can be sent to a hanging endpoint during a round. */
const hangingEvents = 1_000;
/** Until all slots of the endpoint hang, or are free again. */
const settlingMs = 2_000;
/** More than any machine can send: an empty queue would spoil the measurement. */
const maxPerSecond = 25_000;

/** The delivery of events: rate, delay, and the cost of a hanging endpoint to the others. */
export async function measureWebhooks(plan: Plan): Promise<void> {
  await using receiver = await startServer(receiverProgram);
  await measureRate(plan, receiver);
  await measureHanging(plan, receiver);
  await measureDelay(plan, receiver);
}

/** The rate of delivering due events, against a loop that only posts the same bytes. */
async function measureRate({ folder, rounds, seconds, print }: Plan, receiver: Server): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const env = { DATA_DIR: join(folder, `webhooks-${round}`) };
    await createWithEndpoints(env, wanting(urlsOf(receiver, concurrency)));
    const body = await writeEvents(env, enoughFor(seconds, concurrency));
    ours.push(await rateOf(receiver, seconds, () => delivering(env)));
    const settings = JSON.stringify({ url: `${urlOf(receiver)}/bare`, body, concurrency });
    theirs.push(await rateOf(receiver, seconds, () => startServer(bareSender, { args: [settings] })));
  }
  const what = `webhooks, ${concurrency} at a time, signed and recorded`;
  print(row(what, median(ours), median(theirs), 'bare undici'));
}

/** The rate of fifty endpoints alone, beside one that never responds, and alone again once that one is gone. */
async function measureHanging({ folder, rounds, seconds, print }: Plan, receiver: Server): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const env = { DATA_DIR: join(folder, `webhooks-hanging-${round}`) };
    await createWithEndpoints(env, [
      ...wanting([`${urlOf(receiver)}/hang`], ['processed']),
      ...wanting(urlsOf(receiver, healthyEndpoints), ['result']),
    ]);
    await writeEvents(env, enoughFor(3 * seconds + (2 * settlingMs) / 1_000, healthyEndpoints));
    // All in one process: two processes of the same program differ by more than the effect measured.
    await using _sender = await delivering(env);
    await wait(warmUpMs);
    const before = await rateAt(receiver, seconds);
    await writeEvents(env, hangingEvents, 'processed');
    await wait(settlingMs);
    beside.push(await rateAt(receiver, seconds));
    const held = await (await fetch(`${urlOf(receiver)}/gone`)).json();
    if (held === 0) throw new Error('Nothing has hung');
    await wait(settlingMs);
    const after = await rateAt(receiver, seconds);
    alone.push((before + after) / 2);
  }
  const kept = median(beside.map((rate, round) => rate / (alone[round] ?? Number.NaN)));
  print(
    `webhooks to ${healthyEndpoints} endpoints: ${Math.round(median(alone))}/s, ` +
      `beside one more that hangs ${Math.round(median(beside))}/s, slower by ${((1 - kept) * 100).toFixed(1)} %`,
  );
}

/** The delay from the commit of a change to its event at the receiver, when nothing else is due. */
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
      await createWithEndpoints(env, wanting([`${urlOf(receiver)}/timed`]));
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

const wanting = (urls: readonly string[], events: Subscription['events'] = null): Subscription[] =>
  urls.map((url) => ({ url, events }));

/** Events per endpoint, enough to last longer than a round. */
const enoughFor = (seconds: number, endpoints: number) =>
  Math.ceil((maxPerSecond * (seconds + warmUpMs / 1_000)) / endpoints);

const delivering = (env: Readonly<Record<string, string>>) =>
  startServer(service, { env: { ...env, WEBHOOK_ALLOW: '127.0.0.0/8' } });

/** Events received per second from a warmed-up sender. */
async function rateOf(receiver: Server, seconds: number, start: () => Promise<Server>): Promise<number> {
  await using _sender = await start();
  await wait(warmUpMs);
  return await rateAt(receiver, seconds);
}

/** Events received per second now. */
async function rateAt(receiver: Server, seconds: number): Promise<number> {
  const before = await countAt(receiver);
  await wait(seconds * 1_000);
  const after = await countAt(receiver);
  return ((after.received - before.received) * 1_000) / (after.atMs - before.atMs);
}

async function countAt(receiver: Server) {
  const answer = await fetch(`${urlOf(receiver)}/count`);
  return (await answer.json()) as { received: number; atMs: number };
}

/** The time of the next event at /timed, in ms since 1970. */
async function nextArrival(receiver: Server): Promise<number> {
  const answer = await fetch(`${urlOf(receiver)}/next`);
  return ((await answer.json()) as { atMs: number }).atMs;
}
