import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockEntry } from '../../server/src/entries/change/row.ts';
import { editEntry } from '../../server/src/entries/change/staff-acts.ts';
import { openSender } from '../../server/src/webhooks/send.ts';
import { startWebhookWorker } from '../../server/src/webhooks/worker.ts';
import { onPostgres } from '../harness/command.ts';
import { createOutbox, openHere, withDatabase, writeEvents } from '../harness/database.ts';
import { closeAtOnce, listenOnLoopback } from '../harness/loopback.ts';
import { dataFolderOf, type ServiceProcess, startProcess } from '../harness/service-process.ts';
import { median } from '../harness/statistics.ts';
import { row } from './closed-loop.ts';
import type { Plan } from './plan.ts';
import { storeEntries } from './stored.ts';

const bareSender = fileURLToPath(new URL('./bare-sender.ts', import.meta.url));
/** As long as that of the test events that the service sends. */
const bareBody = JSON.stringify({
  event: 'test',
  customId: null,
  timestamp: new Date().toISOString(),
  data: null,
});
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

type Env = Readonly<Record<string, string>>;

/** The delivery of events: rate, delay, and the cost of a hanging endpoint to the others. */
export async function measureWebhooks(plan: Plan): Promise<void> {
  const receiver = await openReceiver();
  await measureRate(plan, receiver);
  await measureHanging(plan, receiver);
  await measureDelay(plan, receiver);
  await receiver.close();
}

/** A receiver that responds at once, but to requests to /hang. */
async function openReceiver() {
  let received = 0;
  const hanging: ServerResponse[] = [];
  const server = createServer((request, response) => {
    // At the first bytes: what follows does not depend on the sender.
    server.emit('received', performance.now());
    request.resume();
    if (request.url === '/hang') hanging.push(response);
    else
      request.on('end', () => {
        received++;
        response.end();
      });
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    url,
    urls: (count: number) => Array.from({ length: count }, (_, i) => `${url}/${i}`),
    /** When the next request arrives, in ms. */
    nextAt: async (): Promise<number> => (await once(server, 'received'))[0],
    /** Requests received per second now. */
    async rate(seconds: number): Promise<number> {
      const [before, from] = [received, performance.now()];
      await wait(seconds * 1_000);
      return ((received - before) * 1_000) / (performance.now() - from);
    },
    /** Answers what hangs with 410. Returns how many hung. */
    refuseHanging: () => hanging.splice(0).map((response) => response.writeHead(410).end()).length,
    close: () => closeAtOnce(server),
  };
}
type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** The rate of delivering due events, against a loop that only posts bytes. */
async function measureRate({ folder, rounds, seconds, print }: Plan, receiver: Receiver): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const warmRate = async (sender: ServiceProcess) => {
    await wait(warmUpMs);
    const rate = await receiver.rate(seconds);
    await sender.stop();
    return rate;
  };
  for (let round = 0; round < rounds; round++) {
    const env = { DATA_DIR: join(folder, `webhooks-${round}`) };
    const ids = await createOutbox(env, receiver.urls(concurrency));
    await write(env, ids, enoughFor(seconds));
    ours.push(await warmRate(await startDelivering(env)));
    const command = [`${receiver.url}/bare`, bareBody, String(concurrency)];
    theirs.push(await warmRate(await startProcess({ program: bareSender, command })));
  }
  const what = `webhooks, ${concurrency} at a time, signed and recorded`;
  print(row(what, median(ours), median(theirs), 'bare undici'));
}

/** The rate of fifty endpoints alone, beside one that never responds, and alone again once that one is gone. */
async function measureHanging({ folder, rounds, seconds, print }: Plan, receiver: Receiver): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const env = { DATA_DIR: join(folder, `webhooks-hanging-${round}`) };
    const healthy = await createOutbox(env, receiver.urls(healthyEndpoints));
    const hanging = await createOutbox(env, [`${receiver.url}/hang`]);
    await write(env, healthy, enoughFor(3 * seconds + (2 * settlingMs) / 1_000));
    // All in one process: two processes of the same program differ by more than the effect measured.
    const sender = await startDelivering(env);
    await wait(warmUpMs);
    const before = await receiver.rate(seconds);
    await write(env, hanging, hangingEvents);
    await wait(settlingMs);
    beside.push(await receiver.rate(seconds));
    if (receiver.refuseHanging() === 0) throw new Error('Nothing has hung');
    await wait(settlingMs);
    alone.push((before + (await receiver.rate(seconds))) / 2);
    await sender.stop();
  }
  const kept = median(beside.map((rate, round) => rate / (alone[round] ?? Number.NaN)));
  print(
    `webhooks to ${healthyEndpoints} endpoints: ${Math.round(median(alone))}/s, ` +
      `beside one more that hangs ${Math.round(median(beside))}/s, slower by ${((1 - kept) * 100).toFixed(1)} %`,
  );
}

/** The delay from the commit of a change to its event at the receiver, when nothing else is due. */
async function measureDelay({ folder, print }: Plan, receiver: Receiver): Promise<void> {
  const measure = async (engine: string, env: Env) => {
    await storeEntries(env, 1, () => undefined);
    await createOutbox(env, [`${receiver.url}/timed`]);
    const ms = median(await delaysOf(env, receiver));
    print(`from a change to its webhook on ${engine}, median of ${changes}: ${ms.toFixed(1)} ms`);
  };
  await measure('SQLite', { DATA_DIR: join(folder, 'webhook-delay') });
  await onPostgres((url) => measure('PostgreSQL', { DATABASE_URL: url, DATA_DIR: dataFolderOf(url) }));
}

/** Changes the first entry again and again, each time after the previous event has arrived. Returns the delays in ms. */
async function delaysOf(env: Env, receiver: Receiver): Promise<number[]> {
  const { database, secrets, close } = await openHere(env);
  const clock = () => new Date();
  const sender = openSender({ allow: ['127.0.0.0/8'], clock });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { send } = sender;
  const worker = startWebhookWorker({ database, send, decrypt: secrets.decrypt, clock, log });
  const delays: number[] = [];
  for (let change = 0; change < changes; change++) {
    const arrival = receiver.nextAt();
    const staff = { author: 'Claire Martin', at: clock().toISOString() };
    await database.transaction(async (tx) =>
      editEntry(tx, await lockEntry(tx, 1), staff, { comment: `Rappelée ${change} fois` }),
    );
    const committedAt = performance.now();
    delays.push((await arrival) - committedAt);
  }
  await worker.stop(5_000);
  await sender.close();
  await close();
  return delays;
}

const startDelivering = (env: Env) => startProcess({ env: { ...env, WEBHOOK_ALLOW: '127.0.0.0/8' } });

/** More events than can be delivered in a round. */
const enoughFor = (seconds: number) => maxPerSecond * (seconds + warmUpMs / 1_000);

/** Writes events, spread over endpoints, into the SQLite database of these settings. */
async function write({ DATA_DIR }: { DATA_DIR: string }, endpointIds: readonly number[], count: number) {
  const file = join(DATA_DIR, 'accueil.db');
  await withDatabase({ engine: 'sqlite', file }, async (database) => {
    for (let left = count; left > 0; left -= 5_000)
      await writeEvents(database, endpointIds, Math.min(left, 5_000));
  });
}
