// Test files share processes (`server/test/run.ts`), so none of them may change what belongs to all.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const shared = {
  'a hook outside of a describe, which runs for the tests of all files': /^(?:before|after)(?:Each)?\(/m,
  'the environment or the state of the process':
    /^ *(?:delete )?process\.(?:env\b|exitCode|chdir|umask|title|on\b)/m,
  // The others make it slow.
  'how long something took, or a limit to it': /\bperformance\.now\(|[cC]puUsage\(|\bit\(.*\{ timeout/,
};

it('no test file changes what its process shares, or measures time', () => {
  const changes = globSync('{server,backoffice,sdk,conformance,examples}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'],
  }).flatMap((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8');
    return Object.entries(shared)
      .filter(([, pattern]) => pattern.test(text))
      .map(([what]) => `${file}: ${what}`);
  });
  assert.deepEqual(changes, []);
});
