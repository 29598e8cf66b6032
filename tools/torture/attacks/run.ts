import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Location } from '../../../server/src/store/migrate.ts';
import { connectTo } from '../../harness/requests.ts';
import { quantile } from '../../harness/statistics.ts';
import { notFound } from '../creations.ts';
import { type Attack, attacks } from './attacks.ts';
import { type Kind, kinds, type LoadResult, runNormalLoad } from './normal-load.ts';
import { startTarget, type Target } from './target.ts';

export interface AttackOptions {
  readonly location: Location;
  /** Duration of each attack, and of the baseline without one. */
  readonly seconds: number;
  /** Names of the attacks to run; all by default. */
  readonly only?: readonly string[];
  /** The pause after an attack, in which the service must recover; 5 seconds by default. */
  readonly recoveryMs?: number;
  /** Prints what the load observed. */
  readonly say: (line: string) => void;
}

const attacker = fileURLToPath(new URL('./attacker.ts', import.meta.url));
const headings: Readonly<Record<Kind, string>> = {
  live: '/health/live',
  lookup: 'look-up',
  lead: 'lead',
  list: 'list',
  page: 'entry page',
  webhook: 'lead, act, webhook',
};

/**
 * Attacks a service under normal load, one attack after the other. Returns what went wrong: the service died, a
 * legitimate request was rejected or never answered, an acknowledged lead is missing. Prints the load's latencies beside
 * those of a run without an attack.
 */
export async function runAttacks({
  location,
  seconds,
  only,
  recoveryMs = 5_000,
  say,
}: AttackOptions): Promise<string[]> {
  const chosen = attacks.filter(
    ({ name, engine }) => (only?.includes(name) ?? true) && (engine ?? location.engine) === location.engine,
  );
  const service = await startTarget(location);
  const problems: string[] = [];
  const acknowledged: string[] = [];
  let running = true;
  void service.process.ended.then(() => {
    running = false;
  });
  const report = (name: string, felt: LoadResult, mayBeAway: boolean) => {
    say(row(name, felt));
    acknowledged.push(...felt.acknowledged);
    problems.push(...felt.problems.map((problem) => `${name}: ${problem}`));
    if (felt.unavailable > 0 && !mayBeAway) problems.push(`${name}: ${felt.unavailable} answers of 503`);
  };
  say(`  Milliseconds, as p50 / p99 / max. ${seconds} s each.`);
  say(`  ${['', ...kinds.map((kind) => headings[kind]), '503', 'MiB'].map(cell).join('')}`);
  try {
    // Warm-up: a service that has just started is slower.
    await runNormalLoad(service, Math.min(seconds, 5));
    report('(no attack)', await runNormalLoad(service, seconds), false);
    for (const attack of chosen) {
      const readLog = attack.holdsLog && service.process.holdLog();
      const [felt, failed] = await Promise.all([
        runNormalLoad(service, seconds),
        launch(attack, service.target, seconds),
      ]);
      problems.push(...failed);
      if (readLog) readLog();
      report(attack.name, felt, attack.takesDatabase ?? false);
      if (!running) break;
      await wait(recoveryMs);
    }
    if (running) {
      const connections = connectTo(service.target.url, 16);
      problems.push(...(await notFound(connections, acknowledged)));
      connections.close();
    } else problems.push(`The service ended by itself:\n${service.process.output().slice(-2000)}`);
  } finally {
    await service.stop();
  }
  return problems;
}

/** Returns what the attacker itself found, or why it could not attack. */
async function launch(attack: Attack, target: Target, seconds: number): Promise<string[]> {
  const child = spawn(process.execPath, [attacker, attack.name, JSON.stringify(target)], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const errors = text(child.stderr);
  const ended = once(child, 'exit');
  await Promise.race([wait(seconds * 1000), ended]);
  child.kill('SIGTERM');
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  // A short run may be over before it listens to the signal.
  if (code === 0 || signal === 'SIGTERM') return [];
  return [`${attack.name}: the attacker ended with ${code ?? signal}: ${await errors}`];
}

function row(name: string, { times, unavailable, peakMemory }: LoadResult): string {
  const cells = kinds.map((kind) =>
    [0.5, 0.99, 1].map((part) => quantile(times[kind], part).toFixed(0)).join(' / '),
  );
  return `  ${[name, ...cells, String(unavailable), peakMemory.toFixed(0)].map(cell).join('')}`;
}

function cell(text: string, column: number): string {
  return column === 0 ? text.padEnd(20) : text.padStart(column > kinds.length ? 6 : 20);
}
