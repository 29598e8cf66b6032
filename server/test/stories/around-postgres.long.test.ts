// What docs/operations.md says may stand around PostgreSQL: a standby that takes over, a pooler in session mode.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connectTo } from '../../../tools/harness/requests.ts';
import { password, secretKey } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { answerOf } from '../fixtures/command-line.ts';
import { createDatabase, startPostgres, startStandby } from '../fixtures/postgres.ts';
import { newDatabase } from '../fixtures/service.ts';
import { openSessionPooler } from '../fixtures/session-pooler.ts';
import { startFor } from '../fixtures/started-process.ts';
import { openSwallowingProxy } from '../fixtures/swallowing-proxy.ts';

it('a standby takes over from a dying primary, with everything acknowledged', async (t) => {
  const primary = await startPostgres();
  t.after(() => primary.stop());
  const url = await createDatabase(primary.url);
  await primary.stopImmediately();
  const standby = await startStandby(primary);
  t.after(() => standby.stop());
  await primary.startAgain({ synchronous_standby_names: 'standby' });
  const address = await openSwallowingProxy(url);
  t.after(() => address.close());
  const service = await startFor(t, { env: { DATABASE_URL: address.url } });
  const connections = connectTo(service.url, 8);
  t.after(() => connections.close());

  const acknowledged: string[] = [];
  const refused: number[] = [];
  const post = async (n: number): Promise<void> => {
    const { customId, path, body } = creation(n);
    const { status } = await connections.ask(`${path}?password=${password}`, body);
    if (status === 200) acknowledged.push(customId);
    else {
      assert.equal(status, 503);
      refused.push(n);
    }
  };
  let next = 0;
  let stopped: Promise<void> | undefined;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (refused.length < 16) {
        await post(next++);
        if (acknowledged.length >= 100) stopped ??= primary.stopImmediately();
      }
    }),
  );
  await stopped;

  await promote(standby.url);
  const promoted = url.replace(new URL(url).host, new URL(standby.url).host);
  address.leadTo(promoted);
  while ((await connections.ask('/health/ready')).status !== 200) await setTimeout(50);
  for (const n of refused.splice(0)) await post(n);
  assert.deepEqual(refused, []);
  assert.deepEqual(await problemsOf({ engine: 'postgres', url: promoted }, acknowledged), []);
});

it('processes behind a session pooler store, and hear of each other’s changes', async (t) => {
  const place = await newDatabase('postgres');
  t.after(() => place.remove());
  const pooler = await openSessionPooler(place.env.DATABASE_URL ?? '');
  t.after(() => pooler.close());
  const env = { DATABASE_URL: pooler.url, SECRET_KEY: secretKey };
  const services = await Promise.all([startFor(t, { env }), startFor(t, { env })]);
  const [one, two] = services.map(({ url }) => connectTo(url, 4));
  assert.ok(one && two);
  t.after(() => [one, two].forEach((connections) => void connections.close()));
  for (let n = 0; n < 10; n++) {
    const { customId, path, body } = creation(n);
    assert.equal((await one.ask(`${path}?password=${password}`, body)).status, 200);
    assert.equal((await two.ask(`/fr/customId/${customId}?password=${password}`)).status, 200);
  }
  // Both keep passwords in memory, and are told of the change by the server.
  const added = await answerOf<{ passwordId: number; password: string }>(['caller', 'add', 'Agence'], env);
  const jobs = `/fr/jobs?password=${added.password}`;
  const answers = async (status: number) => {
    for (const service of [one, two])
      while ((await service.ask(jobs)).status !== status) await setTimeout(10);
  };
  await answers(200);
  await answerOf(['password', 'revoke', String(added.passwordId)], env);
  await answers(401);
  assert.ok(pooler.reused() > 2, `${pooler.reused()} connections were used again`);
});

async function promote(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
}
