// Runs the tests that guard each change, or with `--long` what endures or sweeps: `*.long.test.ts`, on PostgreSQL the tests of
// what the engine does not decide, and every look of the pages. Names of folders choose among them. Files share a process,
// which imports the service once for all of them.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
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
const heavyFirst = ['server/test/stories/', 'backoffice/test/', ''];
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

/** Of the modules whose process came to its end, so that what is run again counts once. */
const counts = new Map<string, number>();
/** Files without any sign of a test. */
const unseen = new Set(files);
const msOf = new Map<string, number>();
const add = (sums: Map<string, number>, name: string, count: number) =>
  sums.set(name, (sums.get(name) ?? 0) + count);

// Of both runs. What no timer can end, such as a loop, is ended an hour after the start.
const signal = AbortSignal.timeout(3_600_000);

/** Runs modules, each in a process. Leaves in the set those whose process did not come to its end. */
async function* runModules(modules: Set<string>): AsyncGenerator<TestEvent> {
  const events: AsyncIterable<TestEvent> = run({
    files: [...modules],
    execArgv: ['--import', new URL('fixtures/writer-pool.ts', import.meta.url).href],
    // A browser and a database work beside each process.
    concurrency: Math.max(2, availableParallelism() - 1),
    // Of one test.
    timeout: 900_000,
    signal,
    forceExit: true,
  });
  let file = '';
  for await (const event of events) {
    const { type, data } = event;
    // The sums of one run, such as `pass 12`.
    if (type === 'test:diagnostic' && data.file === undefined && /^\w+ [\d.]+$/.test(data.message)) continue;
    if (type === 'test:summary' && !data.success) process.exitCode = 1;
    if (type === 'test:summary' && data.file !== undefined) {
      modules.delete(data.file);
      for (const [name, count] of Object.entries(data.counts)) add(counts, name, count);
    }
    // A suite begins where a fixture calls `describe`, its tests in their file. A file without tests is itself reported as one.
    if (type === 'test:start' && data.file?.endsWith('.test.ts') === true && data.name !== data.file) {
      file = data.file;
      unseen.delete(file);
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0)
      add(msOf, file, data.details.duration_ms);
    if (type === 'test:fail' && (data.todo === undefined || data.todo === false)) process.exitCode = 1;
    yield event;
  }
}

/** The files of each process, about sixteen, dealt like cards. */
function dealt(all: readonly string[]): string[][] {
  const processes = Math.ceil(all.length / 16);
  return Array.from({ length: processes }, (_, n) => all.filter((_file, index) => index % processes === n));
}

/** Runs all files. When a process does not come to its end, each of its files is run again in one of its own. */
async function* runFiles(folder: string): AsyncGenerator<TestEvent> {
  // A test that kills or endures has a process of its own.
  const groups = [
    ...dealt(files.filter((file) => !isLongFile(file))),
    ...files.filter(isLongFile).map((file) => [file]),
  ];
  const filesOf = new Map(groups.map((group, n) => [join(folder, `process-${n + 1}.mjs`), group]));
  for (const [module, group] of filesOf)
    writeFileSync(module, group.map((file) => `import '${pathToFileURL(file)}';\n`).join(''));
  const unfinished = new Set(filesOf.keys());
  yield* runModules(unfinished);
  if (unfinished.size === 0) return;
  process.exitCode = 1;
  const again = new Set([...unfinished].flatMap((module) => filesOf.get(module) ?? []));
  for (const file of again) msOf.delete(file);
  yield* runModules(again);
  add(counts, 'failed', again.size);
}

await globalSetup();
const folder = mkdtempSync(join(memoryFolder(), 'accueil-run-'));
for await (const text of Readable.from(runFiles(folder)).compose(new spec())) process.stdout.write(text);
rmSync(folder, { recursive: true });
await globalTeardown();

// As node:test closes a run.
const closing = { tests: 'tests', suites: 'suites', pass: 'passed', fail: 'failed', cancelled: 'cancelled' };
for (const [name, counted] of Object.entries({ ...closing, skipped: 'skipped', todo: 'todo' }))
  process.stdout.write(`ℹ ${name} ${counts.get(counted) ?? 0}\n`);
if (unseen.size > 0) process.exitCode = 1;
for (const file of unseen) process.stdout.write(`✖ ${relative(root, file)} has no test\n`);
process.stdout.write('\nThe ten slowest files:\n');
for (const [file, ms] of [...msOf].toSorted(([, a], [, b]) => b - a).slice(0, 10))
  process.stdout.write(`${(ms / 1000).toFixed(0).padStart(5)} s  ${relative(root, file)}\n`);
