import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { hourMs } from '../clock.ts';
import { hourly } from './hourly.ts';

/** Work that a test ends when it likes. */
function heldWork() {
  const begun: { end: PromiseWithResolvers<void>; stopping: AbortSignal }[] = [];
  return {
    begun,
    work(stopping: AbortSignal) {
      const end = Promise.withResolvers<void>();
      begun.push({ end, stopping });
      return end.promise;
    },
  };
}

test('work is done now and every hour', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let times = 0;
  const { stop } = hourly(
    async () => void times++,
    (error) => assert.fail(String(error)),
  );
  assert.equal(times, 1);
  for (let hour = 2; hour <= 4; hour++) {
    await setImmediate();
    t.mock.timers.tick(hourMs - 1);
    assert.equal(times, hour - 1);
    t.mock.timers.tick(1);
    assert.equal(times, hour);
  }
  await stop();
  t.mock.timers.tick(hourMs * 2);
  assert.equal(times, 4);
});

test('work that takes longer than an hour is not begun again beside itself', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { begun, work } = heldWork();
  const { stop } = hourly(work, (error) => assert.fail(String(error)));
  t.mock.timers.tick(hourMs * 3);
  assert.equal(begun.length, 1);
  begun[0]?.end.resolve();
  await setImmediate();
  t.mock.timers.tick(hourMs);
  assert.equal(begun.length, 2);
  begun[1]?.end.resolve();
  await stop();
});

test('work that fails is logged, and started again after an hour', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { begun, work } = heldWork();
  const errors: unknown[] = [];
  const { stop } = hourly(work, (error) => errors.push(error));
  const error = new Error('the database is away');
  begun[0]?.end.reject(error);
  await setImmediate();
  assert.deepEqual(errors, [error]);
  t.mock.timers.tick(hourMs);
  assert.equal(begun.length, 2);
  begun[1]?.end.resolve();
  await stop();
});

test('stopping waits for running work, which gets the signal', async () => {
  const { begun, work } = heldWork();
  const { stop } = hourly(work, (error) => assert.fail(String(error)));
  assert.equal(begun[0]?.stopping.aborted, false);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  assert.equal(begun[0]?.stopping.aborted, true);
  await setImmediate();
  assert.equal(stopped, false);
  begun[0]?.end.resolve();
  await stopping;
});
