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
import { memoryFolder } from './fixtures/memory-folder.ts';
import { globalSetup, globalTeardown } from './global-setup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isLong = process.argv.includes('--long');
const places = process.argv.slice(2).filter((argument) => argument !== '--long');
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
  .filter((file) => places.length === 0 || places.some((place) => file.startsWith(place)))
  .toSorted((a, b) => weightOf(a) - weightOf(b) || a.localeCompare(b))
  .map((file) => join(root, file))
  .filter(isMeant);

/** What node:test says at the end, such as `pass 12`, as sums. */
const closingLines = new Map<string, number>();
const msOf = new Map<string, number>();
const add = (sums: Map<string, number>, name: string, count: number) =>
  sums.set(name, (sums.get(name) ?? 0) + count);

/** Runs modules, each in a process. Leaves in the set those whose process did not come to its end. */
async function* runModules(modules: Set<string>): AsyncGenerator<TestEvent> {
  const events: AsyncIterable<TestEvent> = run({
    files: [...modules],
    // A browser and a database work beside each process.
    concurrency: Math.max(2, availableParallelism() - 1),
    // Of one test. What no timer can end, such as a loop, is ended an hour after the start.
    timeout: 900_000,
    signal: AbortSignal.timeout(3_600_000),
    forceExit: true,
  });
  let file = '';
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:diagnostic' && data.file === undefined) {
      const [, name, count] = /^(\w+) ([\d.]+)$/.exec(data.message) ?? [];
      if (name !== undefined) {
        add(closingLines, name, Number(count));
        continue;
      }
    }
    if (type === 'test:summary' && data.file !== undefined) modules.delete(data.file);
    // A suite begins where a fixture calls `describe`, its tests in their file.
    if (type === 'test:start' && data.file?.endsWith('.test.ts') === true) file = data.file;
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
  yield* runModules(new Set([...unfinished].flatMap((module) => filesOf.get(module) ?? [])));
}

await globalSetup();
const folder = mkdtempSync(join(memoryFolder(), 'accueil-run-'));
for await (const text of Readable.from(runFiles(folder)).compose(new spec())) process.stdout.write(text);
rmSync(folder, { recursive: true });
await globalTeardown();

for (const [name, count] of closingLines) process.stdout.write(`ℹ ${name} ${count}\n`);
process.stdout.write('\nThe ten slowest files:\n');
for (const [file, ms] of [...msOf].toSorted(([, a], [, b]) => b - a).slice(0, 10))
  process.stdout.write(`${(ms / 1000).toFixed(0).padStart(5)} s  ${relative(root, file)}\n`);
