// An error that nothing handles ends the process, with one line that says so.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess } from '../../../tools/harness/service-process.ts';
import { newDatabase } from '../fixtures/service.ts';

const faults = {
  'an exception': `throw new Error('unforeseen')`,
  'a rejected promise': `Promise.reject(new Error('unforeseen'))`,
  'an emitter without a listener': `new (process.getBuiltinModule('events').EventEmitter)().emit('error', new Error('unforeseen'))`,
};

describe('what nothing handles', () => {
  for (const [name, fault] of Object.entries(faults)) {
    it(`ends the process with one line: ${name}`, async (t) => {
      const place = await newDatabase('sqlite');
      t.after(() => place.remove());
      const preload = `data:text/javascript,${encodeURIComponent(`process.once('SIGUSR2', () => { ${fault} })`)}`;
      const service = await startProcess({ env: { ...place.env, NODE_OPTIONS: `--import ${preload}` } });
      t.after(() => service.kill('SIGKILL'));
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
  }
});
