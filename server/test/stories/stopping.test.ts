// SIGTERM: what was accepted is answered, nothing else is taken, and the process is gone within ten seconds.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { type Connections, connectTo } from '../../../tools/harness/requests.ts';
import { password, type ServiceProcess } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { parseConfig } from '../../src/config.ts';
import { engines } from '../fixtures/engines.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';
import { endWithinTenSeconds, startFor } from '../fixtures/started-process.ts';

// At the same time: two of them take as long as a service may take.
describe('a service that is stopped', { concurrency: true }, () => {
  for (const engine of engines)
    it(`answers every request on the connections it has taken, under load (${engine})`, async (t) => {
      const { service, env } = await start(t, engine);
      const connections = connectTo(service.url, 16);
      const acknowledged: string[] = [];
      const others = new Set<string>();
      let next = 0;
      const post = async (): Promise<void> => {
        while (!others.has('ECONNREFUSED')) {
          const { customId, path, body } = creation(next++);
          try {
            const { status } = await connections.ask(`${path}?password=${password}`, body);
            if (status === 200) acknowledged.push(customId);
            else others.add(String(status));
          } catch (error) {
            others.add(error instanceof Error && 'code' in error ? String(error.code) : String(error));
          }
          if (acknowledged.length === 300) service.kill('SIGTERM');
        }
      };
      await Promise.all(Array.from({ length: 16 }, post));
      connections.close();
      assert.deepEqual(await service.ended, { code: 0, signal: null });
      assert.deepEqual([...others], ['ECONNREFUSED']);
      const { database } = parseConfig({ SECRET_KEY: secretKey, ...env });
      assert.deepEqual(await problemsOf(database, acknowledged), []);
    });

  it('ends within ten seconds whatever a caller does, and finishes what another one has begun', async (t) => {
    const { service } = await start(t, 'sqlite');
    const slow = await halfARequest(service);
    const stalled = await halfARequest(service);
    await assertLive(connectTo(service.url, 1));
    service.kill('SIGTERM');
    await untilRefused(service);
    const answer = once(slow.setEncoding('utf8'), 'data');
    slow.write('}');
    assert.match(String(await answer), /^HTTP\/1\.1 200 OK\r\n(.+\r\n)+\r\n"ok"$/);
    assert.deepEqual(await endWithinTenSeconds(service), { code: 0, signal: null });
    stalled.destroy();
  });

  it('ends within ten seconds though the database does not answer', async (t) => {
    const { service, env } = await start(t, 'postgres');
    const connections = connectTo(service.url, 4);
    t.after(() => connections.close());
    const { path, body } = creation(0);
    const post = () => connections.ask(`${path}?password=${password}`, body);
    assert.equal((await post()).status, 200);
    const thaw = await freeze(env.DATABASE_URL ?? '');
    try {
      const unanswered = Promise.all([post(), post()]);
      await assertLive(connections);
      service.kill('SIGTERM');
      assert.deepEqual(await endWithinTenSeconds(service), { code: 0, signal: null });
      // The missing heartbeat is noticed before the service has to break off.
      assert.deepEqual(
        (await unanswered).map(({ status }) => status),
        [503, 503],
      );
    } finally {
      thaw();
    }
  });
});

async function start(
  t: TestContext,
  engine: 'sqlite' | 'postgres',
): Promise<{ service: ServiceProcess; env: Record<string, string> }> {
  const { env, remove } = await newDatabase(engine);
  t.after(remove);
  return { service: await startFor(t, { env }), env };
}

/** A connection on which a creation is under way: all but the last byte is there. */
async function halfARequest({ url }: ServiceProcess): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write(
    `POST /fr/etablissement/3/survey/create?password=${password} HTTP/1.1\r\nHost: x\r\n` +
      'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  );
  return socket;
}

/** Once this has its answer, what was sent before it is under way. */
async function assertLive(connections: Connections): Promise<void> {
  assert.equal((await connections.ask('/health/live')).status, 200);
}

async function untilRefused({ url }: ServiceProcess): Promise<void> {
  for (let refused = false; !refused; ) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
  }
}

/** Stops the server processes of a database, as a machine that hangs would. Returns a function that resumes them. */
async function freeze(url: string): Promise<() => void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'accueil%'`,
  );
  await client.end();
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
  };
}
