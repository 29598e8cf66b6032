import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Context } from './context.ts';
import { withProgress } from './progress.ts';

function watched(t: TestContext, terminal: boolean): { context: Context; lines: string[] } {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const lines: string[] = [];
  const context: Context = {
    env: {},
    version: '0.0.0-test',
    print: () => assert.fail('progress is no answer'),
    notice: (line) => lines.push(line),
    input: async () => '',
    terminal,
    stopped: new Promise(() => undefined),
  };
  return { context, lines };
}

it('a terminal shows on one line how far work of over a second is', async (t) => {
  const { context, lines } = watched(t, true);
  let done = 0;
  const work = Promise.withResolvers<string>();
  const result = withProgress(
    context,
    () => `${++done} of 3`,
    () => work.promise,
  );
  t.mock.timers.tick(999);
  assert.deepEqual(lines, []);
  t.mock.timers.tick(1);
  t.mock.timers.tick(1000);
  // The second goes up to the first and empties it.
  assert.deepEqual(lines, ['1 of 3', '\x1b[1A\x1b[2K2 of 3']);
  work.resolve('done');
  assert.equal(await result, 'done');
  t.mock.timers.tick(5000);
  assert.equal(lines.length, 2);
});

it('without a terminal no progress is shown', async (t) => {
  const { context, lines } = watched(t, false);
  const work = Promise.withResolvers<void>();
  const result = withProgress(
    context,
    () => 'x',
    () => work.promise,
  );
  t.mock.timers.tick(5000);
  work.resolve();
  await result;
  assert.deepEqual(lines, []);
});
