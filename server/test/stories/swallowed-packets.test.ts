// A network that drops packets between the service and PostgreSQL: no connection breaks, and no response arrives.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connectTo } from '../../../tools/harness/requests.ts';
import { password, startProcess } from '../../../tools/harness/service-process.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { newDatabase } from '../fixtures/service.ts';
import { openSwallowingProxy } from '../fixtures/swallowing-proxy.ts';

/** Twice the promised time, since this machine may be busy, and less than a third of a query's own timeout. */
const longestMs = 20_000;

describe('a network that swallows packets between the service and PostgreSQL', () => {
  it('leaves no request waiting, and is noticed when it is over', { timeout: 120_000 }, async (t) => {
    const place = await newDatabase('postgres');
    t.after(() => place.remove());
    const proxy = await openSwallowingProxy(place.env.DATABASE_URL ?? '');
    t.after(() => proxy.close());
    const service = await startProcess({ env: { DATABASE_URL: proxy.url } });
    t.after(() => service.kill('SIGKILL'));
    const connections = connectTo(service.url, 400);
    t.after(() => connections.close());
    let next = 0;
    const post = async () => {
      const { path, body } = creation(next++);
      return (await connections.ask(`${path}?password=${password}`, body)).status;
    };
    const read = async () => (await connections.ask(`/fr/customId/torture-0?password=${password}`)).status;
    assert.deepEqual(await Promise.all([post(), post()]), [200, 200]);
    assert.equal(await read(), 200);

    proxy.swallow();
    const tooLate = new Error('a request waited for too long');
    const all = Promise.all(Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? post() : read())));
    const first = await Promise.race([all, wait(longestMs, undefined, { ref: false })]);
    if (first === undefined) throw tooLate;
    assert.deepEqual([...new Set(first)], [503]);

    // Later ones are refused before the database could have been asked: a hundred, one after the other.
    const oneAfterTheOther = async () => {
      const seen = new Set<number>();
      for (let i = 0; i < 50; i++) {
        seen.add(await post());
        seen.add(await read());
      }
      return [...seen];
    };
    const later = await Promise.race([oneAfterTheOther(), wait(longestMs, undefined, { ref: false })]);
    if (later === undefined) throw tooLate;
    assert.deepEqual(later, [503]);
    assert.equal((await connections.ask('/health/live')).status, 200);
    assert.equal((await connections.ask('/health/ready')).status, 503);

    proxy.letPass();
    const recovered = async () => {
      while ((await post()) !== 200 || (await read()) !== 200) await wait(100);
      return true;
    };
    assert.equal(await Promise.race([recovered(), wait(longestMs, undefined, { ref: false })]), true);
  });
});
