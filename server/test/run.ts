// Runs the tests that guard each change, or with `--long` what endures or sweeps: `*.long.test.ts`, on PostgreSQL the tests of
// acts, and every look of the pages. Names of folders choose among them. Files share a process, which imports the service once
// for all of them. A file that fails is run once more, alone, at the end: what passes then is green, and named as luck.
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuSecondsBelow, cpuSecondsOf, type TestCpu } from './fixtures/cpu.ts';
import { memoryFolder } from './fixtures/memory-folder.ts';
import { globalSetup, globalTeardown } from './global-setup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isLong = values.long;
const places = positionals.length === 0 ? [root] : positionals.map((place) => join(root, place));
if (isLong) Object.assign(process.env, { TEST_ENGINE: 'postgres', EVERY_LOOK: '1', ALL_ROUNDS: '1' });

const isLongFile = (file: string) => file.endsWith('.long.test.ts');
/** Whether these settings make it do more. */
const canSweep = (file: string) =>
  /\b(?:onOneEngine|assertEveryLook|roundsOf)\(/.test(readFileSync(file, 'utf8'));
const isMeant = (file: string) => (isLong ? isLongFile(file) || canSweep(file) : !isLongFile(file));
const heavyFirst = ['server/test/stories/', ''];
const weightOf = (file: string) => heavyFirst.findIndex((folder) => file.startsWith(folder));
const files = globSync('{server,backoffice,sdk,conformance,examples}/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .toSorted((a, b) => weightOf(a) - weightOf(b) || a.localeCompare(b))
  .map((file) => join(root, file))
  .filter((file) => places.some((place) => file.startsWith(place)) && isMeant(file));
const empty = places.filter((place) => !files.some((file) => file.startsWith(place)));
if (empty.length > 0) throw new Error(`No tests to run in ${empty.join(', ')}`);

type Outcome = 'passed' | 'failed' | 'skipped';
/** Of each file's tests, by file: what is run again counts once. A file without any sign of a test is not there. */
const outcomes = new Map<string, Record<Outcome, number>>();
/** By the names of the outermost suites and tests. */
const fileOf = new Map<string, string>();

// Of both runs. What no timer can end, such as a loop, is ended an hour after the start.
const signal = AbortSignal.timeout(3_600_000);

/** Runs modules, each in a process. Leaves in the set those that failed without a test that failed, such as by a crash. */
async function* runModules(modules: Set<string>): AsyncGenerator<TestEvent> {
  const preloaded = ['writer-pool.ts', 'cpu.ts'].flatMap((file) => [
    '--import',
    new URL(`fixtures/${file}`, import.meta.url).href,
  ]);
  const events: AsyncIterable<TestEvent> = run({
    files: [...modules],
    execArgv: preloaded,
    // A browser and a database work beside each process.
    concurrency: Math.max(2, availableParallelism() - 1),
    // Of one test.
    timeout: 900_000,
    signal,
    forceExit: true,
  });
  let file = '';
  let hasFailed = false;
  for await (const event of events) {
    const { type, data } = event;
    // The sums of one run, such as `pass 12`.
    if (type === 'test:diagnostic' && data.file === undefined && /^\w+ [\d.]+$/.test(data.message)) continue;
    if (type === 'test:summary' && data.file !== undefined) {
      if (data.success || hasFailed) modules.delete(data.file);
      hasFailed = false;
    }
    // A suite begins where a fixture calls `describe`, its tests in their file. A file without tests is itself reported as one.
    if (type === 'test:start' && data.file?.endsWith('.test.ts') === true && data.name !== data.file) {
      file = data.file;
      if (!outcomes.has(file)) outcomes.set(file, { passed: 0, failed: 0, skipped: 0 });
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.name !== data.file) {
      hasFailed ||= type === 'test:fail';
      count(file, type === 'test:fail', data);
      if (data.nesting === 0) fileOf.set(data.name, file);
    }
    yield event;
  }
}

function count(
  file: string,
  hasFailed: boolean,
  { skip, todo, details }: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data'],
): void {
  const counts = outcomes.get(file);
  if (counts === undefined || (todo !== undefined && todo !== false)) return;
  if (skip !== undefined && skip !== false) counts.skipped++;
  // A suite fails with its tests, or by a hook of its own.
  else if (hasFailed) counts.failed++;
  else if (details.type !== 'suite') counts.passed++;
}

/** The files of each process, about sixteen, dealt like cards. */
function dealt(all: readonly string[]): string[][] {
  const processes = Math.ceil(all.length / 16);
  return Array.from({ length: processes }, (_, n) => all.filter((_file, index) => index % processes === n));
}

const usesBrowser = (file: string) => /\/(?:browser|back-office)\.ts'/.test(readFileSync(file, 'utf8'));

/** Runs all files. Yields what happens, and leaves in the map those that have to pass once more, alone. */
async function* runFiles(folder: string): AsyncGenerator<TestEvent> {
  const shared = files.filter((file) => !isLongFile(file) || usesBrowser(file));
  const groups = [
    // One process, so that one test at a time works in the browser, and its CPU is that of the test.
    shared.filter(usesBrowser),
    ...dealt(shared.filter((file) => !usesBrowser(file))),
    // A test that kills or endures has a process of its own.
    ...files.filter((file) => !shared.includes(file)).map((file) => [file]),
  ].filter((group) => group.length > 0);
  const filesOf = new Map(groups.map((group, n) => [join(folder, `process-${n + 1}.mjs`), group]));
  for (const [module, group] of filesOf)
    writeFileSync(module, group.map((file) => `import '${pathToFileURL(file)}';\n`).join(''));
  const unfinished = new Set(filesOf.keys());
  yield* runModules(unfinished);
  for (const file of [...unfinished].flatMap((module) => filesOf.get(module) ?? [])) again.add(file);
  for (const [file, { failed }] of outcomes) if (failed > 0) again.add(file);
  for (const file of again) {
    outcomes.delete(file);
    yield* runModules(new Set([file]));
  }
}
const again = new Set<string>();

const print = (text: string) => void process.stdout.write(`${text}\n`);
const began = performance.now();
const folder = mkdtempSync(join(memoryFolder(), 'accueil-run-'));
process.env.TEST_CPU = join(folder, 'cpu');
await globalSetup();
for await (const text of Readable.from(runFiles(folder)).compose(new spec())) process.stdout.write(text);
const all = cpuSecondsBelow(process.pid);
const browser = cpuSecondsBelow(Number(process.env.TEST_BROWSER_PID));
// What has not ended yet, beside the browser.
const database = all - browser - cpuSecondsOf(process.pid);
const cpu = globSync(join(folder, 'cpu/*.json')).flatMap((file): TestCpu[] =>
  JSON.parse(readFileSync(file, 'utf8')),
);
rmSync(folder, { recursive: true });
await globalTeardown();

const isRed = (file: string) => (outcomes.get(file)?.failed ?? 1) > 0;
const sumOf = (outcome: Outcome) => [...outcomes.values()].reduce((sum, counts) => sum + counts[outcome], 0);
const silent = files.filter((file) => !outcomes.has(file));
const [passed, failed, skipped] = [sumOf('passed'), sumOf('failed') + silent.length, sumOf('skipped')];
const columns = (node: number, browser: number) =>
  [node, browser].map((seconds) => seconds.toFixed(1).padStart(8)).join('');
print('\nThe ten dearest files, in seconds of CPU of Node and of the browser:');
const ofFiles = [...Map.groupBy(cpu, ({ name }) => fileOf.get(name))].map(([file, tests]) => ({
  file: file === undefined ? 'tests that have not ended' : relative(root, file),
  node: tests.reduce((sum, test) => sum + test.node, 0),
  // Other processes see what the browser does for the one that works in it.
  browser: file !== undefined && usesBrowser(file) ? tests.reduce((sum, test) => sum + test.browser, 0) : 0,
}));
for (const one of ofFiles.toSorted((a, b) => b.node + b.browser - a.node - a.browser).slice(0, 10))
  print(`${columns(one.node, one.browser)}  ${one.file}`);
const seconds = [(performance.now() - began) / 1000, all, browser, database].map((sum) => sum.toFixed(0));
print(
  `\n${seconds[0]} s; of CPU ${seconds[1]} s: ${seconds[2]} of the browser, ${seconds[3]} of PostgreSQL\n`,
);

// As node:test closes a run.
for (const [name, sum] of Object.entries({
  tests: passed + failed + skipped,
  pass: passed,
  fail: failed,
  skipped,
}))
  print(`ℹ ${name} ${sum}`);
for (const file of silent) print(`✖ ${relative(root, file)} has no test`);
for (const file of [...again].filter(isRed)) print(`✖ fails alone too: ${relative(root, file)}`);
const lucky = [...again].filter((file) => !isRed(file));
const luck = lucky.map((file) => `  ${relative(root, file)}\n`).join('');
if (luck !== '') print(`failed beside others, passes alone:\n${luck}`);
// `.ci/run` says it again at its end.
if (process.env.TEST_LUCK !== undefined) appendFileSync(process.env.TEST_LUCK, luck);
process.exitCode = files.some(isRed) ? 1 : 0;
