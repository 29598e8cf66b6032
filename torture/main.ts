// What takes too long for `npm test`: npm run torture -- [--kill N] [--kill-postgres N] [--powercut N] [--seed N]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Location } from '../server/src/database/migrate.ts';
import { createDatabase, startPostgres } from '../server/test/postgres.ts';
import { canTrace } from './failing-disk.ts';
import { killCycles } from './kill.ts';
import { histories, record } from './power-cut/histories.ts';
import { replay } from './power-cut/replay.ts';

const { values } = parseArgs({
  options: {
    kill: { type: 'string', default: '1000' },
    'kill-postgres': { type: 'string', default: '100' },
    powercut: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = numberOf('seed');
const folder = mkdtempSync(join(tmpdir(), 'accueil-torture-'));
const failures: string[] = [];
say(`Seed ${seed}: give it again with --seed to make the same choices.`);

try {
  await killOnSqlite(numberOf('kill'));
  await killOnPostgres(numberOf('kill-postgres'));
  await cutPower(numberOf('powercut'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(failures.length === 0 ? 'Every promise was kept.' : `${failures.length} FAILURES:`);
for (const failure of failures.slice(0, 50)) say(`  ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function killOnSqlite(cycles: number): Promise<void> {
  if (cycles > 0)
    await kill('SQLite', { engine: 'sqlite', file: join(folder, 'kill', 'accueil.db') }, cycles);
}

async function killOnPostgres(cycles: number): Promise<void> {
  if (cycles === 0) return;
  const postgres = await startPostgres();
  try {
    await kill('PostgreSQL', { engine: 'postgres', url: await createDatabase(postgres.url) }, cycles);
  } finally {
    await postgres.stop();
  }
}

async function kill(name: string, location: Location, cycles: number): Promise<void> {
  say(`\nkill -9 under load, ${cycles} times, on ${name}`);
  const { acknowledged, unanswered, problems } = await killCycles({
    location,
    cycles,
    seed,
    onCycle: (cycle, summary) => {
      if (cycle % 50 === 0) say(`  ${cycle}: ${summary}`);
    },
  });
  say(`  ${acknowledged} acknowledged, ${unanswered} cut off and sent again: ${verdict(problems)}`);
  failures.push(...problems.map((problem) => `${name}: ${problem}`));
}

async function cutPower(cuts: number): Promise<void> {
  if (cuts === 0) return;
  if (!canTrace) {
    failures.push('power cuts were NOT tried: they need strace (apt install strace) and the right to trace');
    return;
  }
  for (const [n, history] of histories.entries()) {
    say(`\nPower cut at ${cuts} moments: ${history.name}`);
    const events = await record(history, join(folder, `power-cut-${n}`));
    const report = await replay(events, cuts, seed);
    say(
      `  ${events.length} events, ${report.acknowledged} acknowledged, ${report.checkpoints} checkpoints, ` +
        `${report.failedSyncs} failed syncs; ${report.rebuilt} databases rebuilt: ${verdict(report.problems)}`,
    );
    if (!history.control) failures.push(...report.problems.map((problem) => `${history.name}: ${problem}`));
    else if (report.problems.length > 0)
      say('  As it must: this is the control, which shows that a loss is seen.');
    else failures.push(`${history.name}: nothing was lost, so that the other replays prove nothing`);
  }
}

function verdict(problems: readonly string[]): string {
  return problems.length === 0 ? 'nothing lost' : `${problems.length} problems, such as ${problems[0]}`;
}

function numberOf(option: keyof typeof values): number {
  const number = Number(values[option]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${option}: expected a whole number, not ${values[option]}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
