// A separate process: an open-loop load. Sends requests at scheduled instants, however long the responses take, and
// counts each latency from the scheduled instant, so that a stall is charged to every request that arrives during it.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from './client.ts';
import { block, type Latencies, quantiles, type Schedule } from './open-loop.ts';
import { requestOf } from './requests.ts';

const { targets, rates, ...plan } = JSON.parse(process.argv[2] ?? '{}') as Schedule;
/** Requests without a response by then count as failures, with their latency so far. */
const lastResponseMs = 15_000;
const run = randomUUID().slice(0, 8);
const groups: Readonly<Record<string, string>> = {
  commercial: 'creations',
  customId: 'look-ups',
  checkPhone: 'look-ups',
  list: 'lists',
  page: 'pages',
  act: 'acts',
};
let sent = 0;
const start = performance.now();
const measuredFrom = start + plan.warmUpSeconds * 1_000;
const end = measuredFrom + plan.seconds * 1_000;

/** Per target and kind: one request at a random moment of each interval. */
const streams = targets.flatMap(({ name, port, session }) => {
  const send = openClient(port);
  return Object.entries(rates).map(([kind, rate]) => ({
    ...{ name, kind, session, send, intervalMs: 1_000 / rate, count: 0, at: 0 },
    waiting: new Set<number>(),
    latencies: [] as number[],
    failed: 0,
  }));
});
type Stream = (typeof streams)[number];

function schedule(stream: Stream): void {
  stream.at = start + (stream.count++ + Math.random()) * stream.intervalMs;
}

function arrive(stream: Stream): void {
  const { kind, at, session, send, waiting } = stream;
  const id = `bench-${run}-${String(sent++).padStart(10, '0')}`;
  waiting.add(at);
  send(requestOf(kind, { id, entry: randomEntry(), password: plan.password, session }), (good) => {
    waiting.delete(at);
    count(stream, at, good);
  });
}

function randomEntry(): number {
  const first = randomInt(Math.floor(plan.entries / block.size)) * block.size;
  return first + block.expiring + randomInt(block.size - block.expiring) - 1;
}

function count(stream: Stream, at: number, good: boolean): void {
  if (at < measuredFrom) return;
  stream.latencies.push(performance.now() - at);
  if (!good) stream.failed++;
}

for (const stream of streams) schedule(stream);
setTimeout(() => process.stdout.write('measuring\n'), plan.warmUpSeconds * 1_000);
while (performance.now() < end) {
  for (const stream of streams) {
    for (; stream.at <= Math.min(performance.now(), end); schedule(stream)) arrive(stream);
  }
  await wait(1);
}
const isWaiting = () => streams.some(({ waiting }) => waiting.size > 0);
while (isWaiting() && performance.now() < end + lastResponseMs) await wait(10);
for (const stream of streams) for (const at of stream.waiting) count(stream, at, false);

const result = targets.flatMap(({ name: target }) => {
  const ofTarget = streams.filter(({ name }) => name === target);
  const grouped = Map.groupBy(ofTarget, ({ kind }) => groups[kind] ?? kind);
  return [...grouped].map(([group, members]): Latencies => {
    const sorted = members.flatMap(({ latencies }) => latencies).toSorted((a, b) => a - b);
    const ms = Object.values(quantiles).map((q) => sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN);
    return { target, group, ms, failed: members.reduce((sum, { failed }) => sum + failed, 0) };
  });
});
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
