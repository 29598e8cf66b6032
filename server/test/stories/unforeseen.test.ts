// An error that nothing handles ends the process, with one line that says so.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newDatabase } from '../fixtures/service.ts';
import { startFor } from '../fixtures/started-process.ts';

it('an error that nothing handles ends the service with one line', async (t) => {
  const place = await newDatabase('sqlite');
  t.after(() => place.remove());
  // Exceptions take the same way.
  const fault = `process.once('SIGUSR2', () => { Promise.reject(new Error('unforeseen')) })`;
  const preload = `data:text/javascript,${encodeURIComponent(fault)}`;
  const service = await startFor(t, { env: { ...place.env, NODE_OPTIONS: `--import ${preload}` } });
  await service.says('Serving on');
  // The log goes its own way, and may be later.
  await service.says('Server listening');
  const before = service.output().length;
  service.kill('SIGUSR2');
  assert.deepEqual(await service.ended, { code: 1, signal: null });
  const lines = service.output().slice(before).trimEnd().split('\n');
  assert.equal(lines.length, 1, lines.join('\n'));
  const { level, reference, err, msg } = JSON.parse(lines[0] ?? '');
  assert.equal(level, 60);
  assert.equal(msg, `accueil ends: an error that nothing handles (reference ${reference})`);
  assert.equal(err.message, 'unforeseen');
  assert.match(err.stack, /^\s+at /);
});
