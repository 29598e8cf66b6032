import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Location } from '../../server/src/store/migrate.ts';
import { createDatabase, startPostgres } from '../../server/test/fixtures/postgres.ts';
import { attacks } from './attacks/attacks.ts';
import { runAttacks } from './attacks/run.ts';
import { cutConnections } from './cut-connections.ts';
import { killDeliveries } from './deliveries.ts';
import { canTrace } from './failing-disk.ts';
import { killCycles } from './kill.ts';
import { type History, histories, record } from './power-cut/histories.ts';
import { replay } from './power-cut/replay.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    kill: { type: 'string', default: '1000' },
    'kill-postgres': { type: 'string', default: '100' },
    deliveries: { type: 'string', default: '200' },
    'deliveries-postgres': { type: 'string', default: '100' },
    'cut-connections': { type: 'string', default: '1000' },
    powercut: { type: 'string', default: '200' },
    attacks: { type: 'boolean' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

if (values.help === true) {
  process.stdout.write(`npm run torture -- [options]
Whether an entry that was acknowledged can be lost, or an event. Exit code 1 if one was.
  --kill N           kill -9 under load, N times, on SQLite (1000)
  --kill-postgres N  the same on PostgreSQL (100)
  --deliveries N     kill -9 at each step of the delivery of 10,000 events, N times, on SQLite (200)
  --deliveries-postgres N  the same with two workers on one PostgreSQL (100)
  --cut-connections N  PostgreSQL ends connections of two processes under load, N times (1000)
  --powercut N       power cuts at N moments of each history that strace records, on SQLite (200);
                     needs Linux, strace and the right to trace
  --seed N           makes the same choices as the run that printed this seed
0 leaves a part out.

npm run torture -- --attacks [options]
Whether strangers can stop the service for others, on both engines: what a normal load of leads, look-ups and staff feels of
each attack, beside a run without one. Exit code 1 if an honest request was refused or an acknowledged lead was lost.
  --only NAMES       some of the attacks, by commas: ${attacks.map(({ name }) => name).join(', ')}
  --seconds N        of each attack (20)
`);
  process.exit(0);
}

const cycles = { sqlite: numberOf('kill'), postgres: numberOf('kill-postgres') };
const deliveryKills = { sqlite: numberOf('deliveries'), postgres: numberOf('deliveries-postgres') };
const cuts = numberOf('powercut');
const connectionCuts = numberOf('cut-connections');
const seed = numberOf('seed');
const folder = mkdtempSync(join(tmpdir(), 'accueil-torture-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
const failures: string[] = [];

if (values.attacks === true) {
  await attack('SQLite', { engine: 'sqlite', file: join(folder, 'attacks', 'accueil.db') });
  await onPostgres((location) => attack('PostgreSQL', location));
  conclude('Every attack held.');
  process.exit();
}

say(`Seed ${seed}`);
if (cycles.sqlite > 0)
  await kill('SQLite', { engine: 'sqlite', file: join(folder, 'kill', 'accueil.db') }, cycles.sqlite);
if (cycles.postgres > 0) await onPostgres((location) => kill('PostgreSQL', location, cycles.postgres));
if (deliveryKills.sqlite > 0) {
  const file = join(folder, 'deliveries', 'accueil.db');
  await interruptDeliveries('SQLite', { engine: 'sqlite', file }, deliveryKills.sqlite);
}
if (deliveryKills.postgres > 0) {
  await onPostgres((location) => interruptDeliveries('PostgreSQL', location, deliveryKills.postgres));
}
if (connectionCuts > 0) await onPostgres(cutAllConnections);
if (cuts > 0 && canTrace) {
  for (const [n, history] of histories.entries()) await cutPower(history, join(folder, `power-cut-${n}`));
} else if (cuts > 0) {
  failures.push('Power cuts were not tried: they need Linux, strace and the right to trace');
}

conclude('Nothing was lost.');

function conclude(success: string): void {
  say(failures.length === 0 ? `\n${success}` : `\n${failures.length} FAILURES:`);
  for (const failure of failures.slice(0, 50)) say(`  ${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

async function attack(name: string, location: Location): Promise<void> {
  say(`\nAttacks under a normal load, on ${name}`);
  const options = { location, seconds: numberOf('seconds'), say };
  const problems = await runAttacks(
    values.only === undefined ? options : { ...options, only: values.only.split(',') },
  );
  failures.push(...problems.map((problem) => `${name}: ${problem}`));
}

async function onPostgres(torture: (location: Location) => Promise<void>): Promise<void> {
  const postgres = await startPostgres(tmpdir());
  try {
    await torture({ engine: 'postgres', url: await createDatabase(postgres.url) });
  } finally {
    await postgres.stop();
  }
}

async function interruptDeliveries(name: string, location: Location, kills: number): Promise<void> {
  say(`\nkill -9 while events are delivered, ${kills} times, on ${name}`);
  // Enough that each kill interrupts deliveries.
  const events = Math.max(10_000, 60 * kills);
  const report = await killDeliveries({ location, kills, events, seed, onKill: progress() });
  say(
    `  ${report.events} events, ${report.extra} came again of the ${report.inFlight} that may have: ${verdict(report.problems)}`,
  );
  failures.push(...report.problems.map((problem) => `${name}: ${problem}`));
}

async function cutAllConnections(location: Location): Promise<void> {
  if (location.engine !== 'postgres') return;
  say(`\nConnections cut by PostgreSQL, ${connectionCuts} times`);
  const report = await cutConnections({ url: location.url, cuts: connectionCuts, seed, onCut: progress() });
  say(
    `  ${report.acknowledged} acknowledged, ${report.refused} refused and sent again, cut: ${JSON.stringify(report.hits)}; ` +
      verdict(report.problems),
  );
  failures.push(...report.problems.map((problem) => `Cut connections: ${problem}`));
}

async function kill(name: string, location: Location, times: number): Promise<void> {
  say(`\nkill -9 under load, ${times} times, on ${name}`);
  const report = await killCycles({ location, cycles: times, seed, onCycle: progress() });
  say(
    `  ${report.acknowledged} acknowledged, ${report.unanswered} cut off and sent again: ${verdict(report.problems)}`,
  );
  failures.push(...report.problems.map((problem) => `${name}: ${problem}`));
}

async function cutPower(history: History, place: string): Promise<void> {
  say(`\nPower cuts: ${history.name}`);
  const events = await record(history, place);
  say(`  ${events.length} writes, syncs and acknowledgements recorded`);
  const report = await replay({ events, cuts, seed, onCut: progress() });
  say(
    `  ${report.acknowledged} acknowledged, ${report.checkpoints} checkpoints, ${report.failedSyncs} failed syncs; ` +
      `${report.rebuilt} databases rebuilt: ${verdict(report.problems)}`,
  );
  if (!history.control) failures.push(...report.problems.map((problem) => `${history.name}: ${problem}`));
  else if (report.problems.length > 0)
    say('  As it must: this is the control, which shows that a loss is seen.');
  else failures.push(`${history.name}: nothing was lost, so that the other replays prove nothing`);
}

/** Prints progress and speed ten times. */
function progress(): (done: number, total: number) => void {
  const begun = performance.now();
  return (done, total) => {
    if (done % Math.ceil(total / 10) !== 0) return;
    const perSecond = (done * 1_000) / (performance.now() - begun);
    say(`  ${done} of ${total}, ${perSecond.toFixed(1)} a second`);
  };
}

function verdict(problems: readonly string[]): string {
  return problems.length === 0 ? 'nothing lost' : `${problems.length} problems, such as ${problems[0]}`;
}

function numberOf(option: Exclude<keyof typeof values, 'help' | 'attacks' | 'only'>): number {
  const number = Number(values[option]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${option}: expected a whole number, not ${values[option]}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
