import { setTimeout as wait } from 'node:timers/promises';
import type { Location } from '../../server/src/store/migrate.ts';
import { createOutbox, eventsIn, expireLeases, withDatabase, writeEvents } from '../harness/database.ts';
import { seeded } from '../harness/random.ts';
import { environmentOf, type ServiceProcess, startProcess } from '../harness/service-process.ts';
import { type CountingReceiver, openCountingReceiver } from './receiver.ts';

export interface DeliveryKillOptions {
  readonly location: Location;
  readonly kills: number;
  readonly seed: number;
  /** Ends the run, and the processes it has started. */
  readonly signal?: AbortSignal;
  /** Called after each kill. */
  readonly onKill?: (done: number, kills: number) => void;
  /** The number of events; at least 40 per kill, so that each interrupts deliveries. */
  readonly events: number;
}

export interface DeliveryKillReport {
  readonly events: number;
  /** Repeated deliveries of events. */
  readonly extra: number;
  /** Deliveries received but not recorded when a process was killed; on PostgreSQL the upper bound. */
  readonly inFlight: number;
  readonly problems: readonly string[];
}

const endpoints = 16;
/** Limit of attempts sent but not yet recorded, per process: server/src/webhooks/worker.ts. */
const maxInFlight = 48;
/** A kill at a step of a delivery comes after fewer deliveries than this. */
const maxDeliveries = 30;
/** Longer than it takes to record an outcome. */
const longestDelayMs = 8;
const drainTimeoutMs = 120_000;

/**
 * Writes events, delivers them to a receiver, and repeatedly kills the delivering process with SIGKILL: just after its
 * start, when the receiver has read a delivery, when it has responded, and at any later moment. On SQLite the service
 * delivers; on PostgreSQL two workers do, one of which is killed at a time. In the end every event must have been
 * received, and at most as many of them twice as were in flight at the kills.
 */
export async function killDeliveries(options: DeliveryKillOptions): Promise<DeliveryKillReport> {
  const { location, kills, events, seed, signal, onKill } = options;
  const random = seeded(seed);
  const receiver = await openCountingReceiver();
  const env = {
    ...environmentOf(location),
    WEBHOOK_ALLOW: '127.0.0.0/8',
    METRICS_TOKEN: 'metrics-token-of-the-torture',
    LOG_LEVEL: 'info',
  };
  const several = location.engine === 'postgres';
  const start = () => startProcess({ env, signal, command: [several ? 'worker' : 'serve'] });
  const urls = Array.from({ length: endpoints }, (_, i) => `${receiver.url}/${i}`);
  const endpointIds = await createOutbox(env, urls);
  const problems: string[] = [];
  const other = several ? await start() : undefined;
  let running = other;
  let inFlight = 0;
  let written = 0;

  for (let kill = 1; kill <= kills; kill++) {
    const share = Math.floor((events * kill) / kills) - written;
    written += share;
    const write = () => withDatabase(location, (database) => writeEvents(database, endpointIds, share));
    const before = new Map(receiver.counts);
    if (!several) await write();
    const started = await start();
    // Of two workers the older one is killed as often as the one just started.
    const [victim = started, survivor] = several && random() < 0.5 ? [running, started] : [started, running];
    killAtSomeMoment(victim, kill, receiver, random);
    // Otherwise the surviving worker would have delivered everything by now.
    if (several) await write();
    await victim.ended;
    running = survivor;
    if (several) inFlight += maxInFlight;
    else {
      const unrecorded = await withDatabase(location, async (database) => {
        const stored = await eventsIn(database);
        await expireLeases(database);
        return stored.filter(
          ({ webhookId, state }) =>
            state === 'pending' && (receiver.counts.get(webhookId) ?? 0) > (before.get(webhookId) ?? 0),
        ).length;
      });
      inFlight += unrecorded;
      if (unrecorded > maxInFlight) {
        problems.push(`${unrecorded} were received and not recorded at kill ${kill} (seed ${seed})`);
      }
    }
    onKill?.(kill, kills);
  }

  if (running !== undefined) problems.push(...(await running.stop()));
  await withDatabase(location, expireLeases);
  const last = await Promise.all(several ? [start(), start()] : [start()]);
  await drained(location);
  for (const process of last) problems.push(...(await process.stop()));
  problems.push(...(await withDatabase(location, (database) => lost(database, receiver, events))));
  await receiver.close();
  const extra = receiver.counts.values().reduce((sum, count) => sum + count - 1, 0);
  if (extra > inFlight) problems.push(`${extra} came again; ${inFlight} were in flight (seed ${seed})`);
  return { events, extra, inFlight, problems };
}

/** Kills at a different step of a delivery each time. */
function killAtSomeMoment(
  victim: ServiceProcess,
  turn: number,
  receiver: CountingReceiver,
  random: () => number,
): void {
  const kill = () => victim.kill('SIGKILL');
  const count = 1 + Math.floor(random() * maxDeliveries);
  const delayMs = random() * longestDelayMs;
  switch (turn % 4) {
    case 0:
      // The process has just started to listen: the kill falls before, in or after its first claim.
      setTimeout(kill, delayMs);
      break;
    case 1:
      receiver.at('read', count, kill);
      break;
    case 2:
      receiver.at('answered', count, kill);
      break;
    default:
      receiver.at('answered', count, () => setTimeout(kill, delayMs));
  }
}

/** Resolves when nothing is pending, or after a timeout. */
async function drained(location: Location): Promise<void> {
  const endsAt = performance.now() + drainTimeoutMs;
  while (performance.now() < endsAt) {
    const stored = await withDatabase(location, eventsIn);
    if (stored.every(({ state }) => state !== 'pending')) return;
    await wait(200);
  }
}

/** Compares the stored events with those received. Returns what is wrong. */
async function lost(
  database: Parameters<typeof eventsIn>[0],
  { counts }: CountingReceiver,
  events: number,
): Promise<string[]> {
  const stored = await eventsIn(database);
  const problems: string[] = [];
  if (stored.length !== events) problems.push(`${events} events were written, ${stored.length} are there`);
  const unreceived = stored.filter(({ webhookId }) => !counts.has(webhookId));
  if (unreceived.length > 0) {
    problems.push(`${unreceived.length} were never received, such as ${JSON.stringify(unreceived[0])}`);
  }
  const unfinished = stored.filter(({ state }) => state !== 'delivered');
  if (unfinished.length > 0) {
    problems.push(`${unfinished.length} are not delivered, such as ${JSON.stringify(unfinished[0])}`);
  }
  return problems;
}
