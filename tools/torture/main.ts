import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Location } from '../../server/src/store/migrate.ts';
import { newFolder, onPostgres, say, wholeNumber } from '../harness/command.ts';
import { canTrace } from '../harness/failing-disk.ts';
import { killDeliveries } from './deliveries.ts';
import { killCycles } from './kill.ts';
import { histories, record } from './power-cut/histories.ts';
import { replay } from './power-cut/replay.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    kill: { type: 'string', default: '1000' },
    'kill-postgres': { type: 'string', default: '100' },
    deliveries: { type: 'string', default: '200' },
    'deliveries-postgres': { type: 'string', default: '100' },
    powercut: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

if (values.help === true) {
  say(`npm run torture -- [options]
Whether an entry that was acknowledged can be lost, or an event. Exit code 1 if one was.
  --kill N           kill -9 under load, N times, on SQLite (1000)
  --kill-postgres N  the same on PostgreSQL (100)
  --deliveries N     kill -9 at each step of the delivery of 10,000 events, N times, on SQLite (200)
  --deliveries-postgres N  the same with two workers on one PostgreSQL (100)
  --powercut N       power cuts at N moments of each history that strace records, on SQLite (200);
                     needs Linux, strace and the right to trace
  --seed N           makes the same choices as the run that printed this seed
0 leaves a part out.`);
  process.exit(0);
}

/** Something that is done `times` times; `run` returns a line about it, and what went wrong. */
interface Part {
  readonly title: string;
  readonly times: number;
  run(times: number): Promise<{ readonly line: string; readonly problems: readonly string[] }>;
}

const numberOf = (option: Exclude<keyof typeof values, 'help'>) => wholeNumber(option, values[option]);
const seed = numberOf('seed');
const folder = newFolder();
const onSqlite = <T>(name: string, work: (location: Location) => Promise<T>): Promise<T> =>
  work({ engine: 'sqlite', file: join(folder, name, 'accueil.db') });
const onServer = <T>(work: (location: Location & { engine: 'postgres' }) => Promise<T>): Promise<T> =>
  onPostgres((url) => work({ engine: 'postgres', url }));

/** A part on both engines; its options are `name` and `name-postgres`. */
const onBoth = (
  name: 'kill' | 'deliveries',
  title: string,
  work: (location: Location, times: number) => ReturnType<Part['run']>,
): Part[] => [
  {
    title: `${title}, on SQLite`,
    times: numberOf(name),
    run: (times) => onSqlite(name, (location) => work(location, times)),
  },
  {
    title: `${title}, on PostgreSQL`,
    times: numberOf(`${name}-postgres`),
    run: (times) => onServer((location) => work(location, times)),
  },
];

const parts: readonly Part[] = [
  ...onBoth('kill', 'kill -9 under load', async (location, cycles) => {
    const report = await killCycles({ location, cycles, seed, onCycle: progress() });
    const line = `${report.acknowledged} acknowledged, ${report.unanswered} cut off and sent again`;
    return { line, problems: report.problems };
  }),
  ...onBoth('deliveries', 'kill -9 while events are delivered', async (location, kills) => {
    // Enough that each kill interrupts deliveries.
    const events = Math.max(10_000, 60 * kills);
    const report = await killDeliveries({ location, kills, events, seed, onKill: progress() });
    const line = `${events} events, ${report.extra} came again of the ${report.inFlight} that may have`;
    return { line, problems: report.problems };
  }),
  ...histories.map((history, n) => ({
    title: `Power cuts: ${history.name}`,
    times: numberOf('powercut'),
    async run(cuts: number) {
      if (!canTrace)
        return { line: 'not tried', problems: ['Linux, strace and the right to trace are needed'] };
      const events = await record(history, join(folder, `power-cut-${n}`));
      say(`  ${events.length} writes, syncs and acknowledgements recorded`);
      const report = await replay({ events, cuts, seed, onCut: progress() });
      const { acknowledged, checkpoints, failedSyncs, rebuilt, problems } = report;
      const line = `${acknowledged} acknowledged, ${checkpoints} checkpoints, ${failedSyncs} failed syncs; ${rebuilt} databases rebuilt`;
      if (!history.control) return { line, problems };
      // The control shows that a loss is seen.
      const nothing = 'nothing was lost, so that the other replays prove nothing';
      return {
        line: `${line}: ${problems.length} losses of the control`,
        problems: problems.length > 0 ? [] : [nothing],
      };
    },
  })),
];

const failures: string[] = [];
say(`Seed ${seed}`);
for (const { title, times, run } of parts.filter(({ times }) => times > 0)) {
  say(`\n${title}, ${times} times`);
  const { line, problems } = await run(times);
  const verdict =
    problems.length === 0 ? 'nothing lost' : `${problems.length} problems, such as ${problems[0]}`;
  say(`  ${line}: ${verdict}`);
  failures.push(...problems.map((problem) => `${title}: ${problem}`));
}

say(failures.length === 0 ? '\nNothing was lost.' : `\n${failures.length} FAILURES:`);
for (const failure of failures.slice(0, 50)) say(`  ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

/** Prints progress and speed ten times. */
function progress(): (done: number, total: number) => void {
  const begun = performance.now();
  return (done, total) => {
    if (done % Math.ceil(total / 10) !== 0) return;
    const perSecond = (done * 1_000) / (performance.now() - begun);
    say(`  ${done} of ${total}, ${perSecond.toFixed(1)} a second`);
  };
}
