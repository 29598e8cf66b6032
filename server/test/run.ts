// Runs the tests: those of every change, or with `--long` those that sweep or endure, `*.long.test.ts`. What is heavy comes
// first: it would otherwise run alone at the end.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isLong = process.argv.includes('--long');
const heavyFirst = ['server/test/stories/', 'backoffice/test/', ''];
const weightOf = (file: string) => heavyFirst.findIndex((folder) => file.startsWith(folder));
const files = globSync('{server,backoffice,sdk,conformance,examples}/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .filter((file) => file.endsWith('.long.test.ts') === isLong)
  .toSorted((a, b) => weightOf(a) - weightOf(b) || a.localeCompare(b));

const durations: { readonly file: string; readonly seconds: number }[] = [];
const options = {
  files: files.map((file) => `${root}${file}`),
  // A browser and a database work beside each file.
  concurrency: Math.max(2, availableParallelism() - 1),
  // Of one test. A file that hangs before its first test is ended with the whole run, an hour after its start.
  timeout: 900_000,
  signal: AbortSignal.timeout(3_600_000),
  forceExit: true,
  // Not in the types of Node yet.
  globalSetupPath: fileURLToPath(new URL('global-setup.ts', import.meta.url)),
};
run(options)
  .on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1;
  })
  .on('test:summary', ({ file, success, duration_ms }) => {
    if (!success) process.exitCode = 1;
    if (file !== undefined) durations.push({ file: file.slice(root.length), seconds: duration_ms / 1000 });
  })
  .compose(new spec())
  .pipe(process.stdout);

process.on('exit', () => {
  process.stdout.write('\nThe ten slowest files:\n');
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  for (const { file, seconds } of slowest)
    process.stdout.write(`${seconds.toFixed(0).padStart(5)} s  ${file}\n`);
});
