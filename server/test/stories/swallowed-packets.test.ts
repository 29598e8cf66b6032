// A network that drops packets between the service and PostgreSQL: no connection breaks, and no response arrives.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectTo } from '../../../tools/harness/requests.ts';
import { password } from '../../../tools/harness/service-process.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { newDatabase } from '../fixtures/service.ts';
import { startFor } from '../fixtures/started-process.ts';
import { openSwallowingProxy } from '../fixtures/swallowing-proxy.ts';

it('a network that swallows packets leaves neither requests nor a stop waiting', async (t) => {
  const place = await newDatabase('postgres');
  t.after(() => place.remove());
  const proxy = await openSwallowingProxy(place.env.DATABASE_URL ?? '');
  t.after(() => proxy.close());
  const service = await startFor(t, { env: { DATABASE_URL: proxy.url } });
  const connections = connectTo(service.url, 100);
  t.after(() => connections.close());
  let next = 0;
  const post = async () => {
    const { path, body } = creation(next++);
    return (await connections.ask(`${path}?password=${password}`, body)).status;
  };
  const read = async () => (await connections.ask(`/fr/customId/torture-0?password=${password}`)).status;
  assert.deepEqual([await post(), await read()], [200, 200]);

  proxy.swallow();
  const all = await Promise.all(Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? post() : read())));
  assert.deepEqual(new Set(all), new Set([503]));
  // Later ones are refused before the database could have been asked.
  for (let i = 0; i < 50; i++) assert.deepEqual([await post(), await read()], [503, 503]);
  assert.equal((await connections.ask('/health/live')).status, 200);
  assert.equal((await connections.ask('/health/ready')).status, 503);

  proxy.letPass();
  while ((await post()) !== 200 || (await read()) !== 200);

  // A service that is told to stop then does not wait for the database.
  proxy.swallow();
  const unanswered = Promise.all([post(), post()]);
  assert.equal((await connections.ask('/health/live')).status, 200);
  service.kill('SIGTERM');
  assert.deepEqual(await service.ended, { code: 0, signal: null });
  // It is noticed before the service has to break off.
  assert.deepEqual(await unanswered, [503, 503]);
});
