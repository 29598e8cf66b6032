// What docs/operations.md says may stand around PostgreSQL: a standby that takes over, a pooler in session mode. And what
// becomes of a service whose database stops, is out of reach, or is migrated by another program.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connectTo } from '../../../tools/harness/requests.ts';
import { password, secretKey } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { answerOf, refusal } from '../fixtures/command-line.ts';
import { createDatabase, startPostgres, startStandby, type TestPostgres } from '../fixtures/postgres.ts';
import { newDatabase } from '../fixtures/service.ts';
import { openSessionPooler } from '../fixtures/session-pooler.ts';
import { assertUnavailable, startFor } from '../fixtures/started-process.ts';
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

describe('a PostgreSQL that stops', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('a PostgreSQL that stops under load loses nothing, and is used once back', async (t) => {
    const url = await createDatabase(postgres.url);
    const service = await startFor(t, { env: { DATABASE_URL: url } });
    const connections = connectTo(service.url, 8);
    t.after(() => connections.close());
    const { ask } = connections;
    const acknowledged: string[] = [];
    const refused: number[] = [];
    const post = async (n: number): Promise<void> => {
      const { customId, path, body } = creation(n);
      const answer = await ask(`${path}?password=${password}`, body);
      if (answer.status === 200) acknowledged.push(customId);
      else {
        assertUnavailable(answer);
        refused.push(n);
      }
    };
    let next = 0;
    let stopped: Promise<void> | undefined;
    // Eight callers post, each one thing after the other.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (refused.length < 40) {
          if (acknowledged.length >= 200) stopped ??= postgres.stopImmediately();
          await post(next++);
        }
      }),
    );
    await stopped;

    assertUnavailable(await ask('/health/ready'));
    assertUnavailable(await ask(`/fr/customId/torture-1?password=${password}`));
    assert.equal((await ask('/health/live')).status, 200);

    await postgres.startAgain();
    assert.equal((await ask('/health/ready')).status, 200);
    for (const n of refused.splice(0)) await post(n);
    assert.deepEqual(refused, []);
    // One line for each request refused, whatever the server said in its last moments.
    const lines = service
      .output()
      .split('\n')
      .filter((line) => /^\{"level":[56]0/.test(line));
    const ofRequests = lines.filter((line) => line.includes('"msg":"request refused: unavailable"'));
    assert.ok(ofRequests.length > 40);
    for (const line of ofRequests) assert.match(line, /"cause":"PostgreSQL: /);
    // The work of the hour, which begins with the service, may have been under way: it fails once, and says why.
    const others = lines.filter((line) => !ofRequests.includes(line));
    assert.ok(others.length <= 1, others.join('\n'));
    for (const line of others)
      assert.match(line, /"message":"PostgreSQL: .+"msg":"what has expired could not be deleted"/);
    assert.deepEqual(await problemsOf({ engine: 'postgres', url }, acknowledged), []);
  });

  it('a PostgreSQL that would lose what it acknowledges is refused at the start', async () => {
    const url = await createDatabase(postgres.url);
    for (const setting of ['fsync', 'full_page_writes']) {
      await postgres.stopImmediately();
      await postgres.startAgain({ [setting]: 'off' });
      const says = new RegExp(`PostgreSQL runs with ${setting}=off`);
      await refusal(['serve'], { DATABASE_URL: url, PORT: '0' }, says);
    }
  });
});

it('a service that writes nothing learns of a newer schema too, and says so', async (t) => {
  const place = await newDatabase('sqlite');
  t.after(() => place.remove());
  const service = await startFor(t, { env: place.env });
  const other = new DatabaseSync(`${place.env.DATA_DIR}/accueil.db`, { timeout: 5_000 });
  other.exec(`insert into migrations values (9999, '9999-later', '2031-01-01')`);
  other.close();
  await service.says('the schema has become newer than this accueil: it refuses every write');
});

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
