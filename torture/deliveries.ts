import { setTimeout as wait } from 'node:timers/promises';
import type { Location } from '../server/src/store/migrate.ts';
import { environmentOf } from './kill.ts';
import { beginOutbox, eventsIn, letLeasesEnd, withOutbox, writeEvents } from './outbox.ts';
import { seeded } from './random.ts';
import { type CountingReceiver, openCountingReceiver } from './receiver.ts';
import { type ServiceProcess, startProcess } from './service-process.ts';

export interface DeliveryKillOptions {
  readonly location: Location;
  readonly kills: number;
  /** In all; at least 40 for each kill, so that each finds something to deliver. */
  readonly events: number;
  readonly seed: number;
  /** Told after each kill how many there have been, and how many there are. */
  readonly onKill?: (done: number, kills: number) => void;
}

export interface DeliveryKillReport {
  readonly events: number;
  /** Deliveries beyond the first of each event. */
  readonly extra: number;
  /** Deliveries that were received and not recorded when a process was killed; on PostgreSQL the most there could be. */
  readonly inFlight: number;
  readonly problems: readonly string[];
}

const endpoints = 16;
/** What a process may have on its way, or answered and not recorded: server/src/webhooks/worker.ts. */
const mostInFlight = 48;
/** A kill that waits for a moment of a delivery comes after fewer of them than this. */
const mostDeliveries = 30;
/** Longer than it takes to record what has been answered. */
const longestDelayMs = 8;
const drainTimeoutMs = 120_000;

/**
 * Writes events, delivers them to a receiver, and kills a process that delivers with SIGKILL, again and again: when it has
 * just started, when a receiver has read a delivery, when it has answered, and at any moment after. On SQLite the service
 * delivers; on PostgreSQL two workers do, and one of them is killed at a time. In the end every event must have been
 * received, and no more of them twice than were in flight at the kills.
 */
export async function killDeliveries(options: DeliveryKillOptions): Promise<DeliveryKillReport> {
  const { location, kills, events, seed, onKill } = options;
  const random = seeded(seed);
  const receiver = await openCountingReceiver();
  const env = {
    ...environmentOf(location),
    WEBHOOK_ALLOW: '127.0.0.0/8',
    METRICS_TOKEN: 'metrics-token-of-the-torture',
    LOG_LEVEL: 'info',
  };
  const several = location.engine === 'postgres';
  const start = () => startProcess({ env, command: [several ? 'worker' : 'serve'] });
  const urls = Array.from({ length: endpoints }, (_, i) => `${receiver.url}/${i}`);
  const endpointIds = await beginOutbox(env, urls);
  const problems: string[] = [];
  const other = several ? await start() : undefined;
  let running = other;
  let inFlight = 0;
  let written = 0;

  for (let kill = 1; kill <= kills; kill++) {
    const share = Math.floor((events * kill) / kills) - written;
    written += share;
    const write = () => withOutbox(location, (database) => writeEvents(database, endpointIds, share));
    const before = new Map(receiver.counts);
    if (!several) await write();
    const started = await start();
    // Of two workers the older one dies as often as the one that has just begun.
    const [victim = started, survivor] = several && random() < 0.5 ? [running, started] : [started, running];
    killAtSomeMoment(victim, kill, receiver, random);
    // The other one would have delivered everything by now.
    if (several) await write();
    await victim.ended;
    running = survivor;
    if (several) inFlight += mostInFlight;
    else {
      const unrecorded = await withOutbox(location, async (database) => {
        const stored = await eventsIn(database);
        await letLeasesEnd(database);
        return stored.filter(
          ({ webhookId, state }) =>
            state === 'pending' && (receiver.counts.get(webhookId) ?? 0) > (before.get(webhookId) ?? 0),
        ).length;
      });
      inFlight += unrecorded;
      if (unrecorded > mostInFlight) {
        problems.push(`${unrecorded} were received and not recorded at kill ${kill} (seed ${seed})`);
      }
    }
    onKill?.(kill, kills);
  }

  if (running !== undefined) problems.push(...(await stopped(running)));
  await withOutbox(location, letLeasesEnd);
  const last = await Promise.all(several ? [start(), start()] : [start()]);
  await drained(location);
  for (const process of last) problems.push(...(await stopped(process)));
  problems.push(...(await withOutbox(location, (database) => lost(database, receiver, events))));
  await receiver.close();
  const extra = receiver.counts.values().reduce((sum, count) => sum + count - 1, 0);
  if (extra > inFlight) problems.push(`${extra} came again; ${inFlight} were in flight (seed ${seed})`);
  return { events, extra, inFlight, problems };
}

/** At one step of a delivery after the other. */
function killAtSomeMoment(
  victim: ServiceProcess,
  turn: number,
  receiver: CountingReceiver,
  random: () => number,
): void {
  const kill = () => victim.kill('SIGKILL');
  const count = 1 + Math.floor(random() * mostDeliveries);
  const delayMs = random() * longestDelayMs;
  switch (turn % 4) {
    case 0:
      // It has just begun to listen: before the first claim, in it or after it.
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

/** Tells a process to stop. Answers what was wrong with how it ended. */
export async function stopped(process: ServiceProcess): Promise<string[]> {
  process.kill('SIGTERM');
  const { code, signal } = await process.ended;
  return code === 0 ? [] : [`A process ended by itself (${code ?? signal}):\n${process.output()}`];
}

/** Resolves when nothing waits to be delivered, or after so long that something is wrong. */
export async function drained(location: Location): Promise<void> {
  const endsAt = performance.now() + drainTimeoutMs;
  while (performance.now() < endsAt) {
    const stored = await withOutbox(location, eventsIn);
    if (stored.every(({ state }) => state !== 'pending')) return;
    await wait(200);
  }
}

/** What is wrong with the events that are stored, and with what the receiver has seen of them. */
export async function lost(
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
