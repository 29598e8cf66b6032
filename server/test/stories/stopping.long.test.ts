// SIGTERM: what was accepted is answered, nothing else is taken, and the process is gone within ten seconds.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { type Connections, connectTo } from '../../../tools/harness/requests.ts';
import { password, type ServiceProcess } from '../../../tools/harness/service-process.ts';
import { problemsOf } from '../../../tools/torture/consistency.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { parseConfig } from '../../src/config.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';
import { startFor } from '../fixtures/started-process.ts';

// At the same time: the second one takes as long as a service may take.
describe('a service that is stopped', { concurrency: true }, () => {
  it('a service that is stopped answers every request on the connections it has taken', async (t) => {
    const { service, env } = await start(t);
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

  it('a stalled caller does not keep a service from ending', async (t) => {
    const { service } = await start(t);
    const slow = await halfARequest(service);
    const stalled = await halfARequest(service);
    await assertLive(connectTo(service.url, 1));
    service.kill('SIGTERM');
    await untilRefused(service);
    const answer = once(slow.setEncoding('utf8'), 'data');
    slow.write('}');
    assert.match(String(await answer), /^HTTP\/1\.1 200 OK\r\n(.+\r\n)+\r\n"ok"$/);
    assert.deepEqual(await service.ended, { code: 0, signal: null });
    stalled.destroy();
  });
});

async function start(t: TestContext): Promise<{ service: ServiceProcess; env: Record<string, string> }> {
  const { env, remove } = await newDatabase('sqlite');
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
