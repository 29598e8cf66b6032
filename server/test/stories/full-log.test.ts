// A log that can't be written: a full disk, or a collector that reads no more. The service goes on without it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { type Connections, connectTo } from '../../../tools/harness/requests.ts';
import { password, type ServiceProcess } from '../../../tools/harness/service-process.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { sendRaw } from '../fixtures/raw-http.ts';
import { newDatabase } from '../fixtures/service.ts';
import { endWithinTenSeconds, startFor } from '../fixtures/started-process.ts';

const metricsToken = 'mt_full-log-0123456789';
const needsFullDevice = existsSync('/dev/full') ? false : 'this system has no /dev/full';

describe('a log that cannot be written', () => {
  it('because its disk is full stops neither leads nor the end of the service', {
    skip: needsFullDevice,
    timeout: 60_000,
  }, async (t) => {
    const { service, connections } = await start(t, ['sh', '-c', 'exec "$@" > /dev/full', 'sh']);
    await logUntilDropped(service, connections);
    await assertServes(connections);
    service.kill('SIGTERM');
    assert.deepEqual(await endWithinTenSeconds(service), { code: 0, signal: null });
  });

  it('because nobody reads it does not either, and it says what is missing once it is read again', {
    timeout: 60_000,
  }, async (t) => {
    const { service, connections } = await start(t);
    const goOn = service.holdLog();
    await logUntilDropped(service, connections);
    await assertServes(connections);
    goOn();
    await service.says('log lines could not be written');
    assert.match(service.output(), /"level":40,.*"lines":\d+,"msg":"log lines could not be written/);

    service.holdLog();
    await logUntilDropped(service, connections);
    service.kill('SIGTERM');
    assert.deepEqual(await endWithinTenSeconds(service), { code: 0, signal: null });
  });
});

async function start(
  t: TestContext,
  under: readonly string[] = [],
): Promise<{ service: ServiceProcess; connections: Connections }> {
  const { env, remove } = await newDatabase('sqlite');
  t.after(remove);
  const settings = { ...env, LOG_LEVEL: 'debug', METRICS_TOKEN: metricsToken };
  const service = await startFor(t, { env: settings, under });
  const connections = connectTo(service.url, 16);
  t.after(() => connections.close());
  return { service, connections };
}

/** Causes log lines until more are dropped than before. */
async function logUntilDropped({ url }: ServiceProcess, connections: Connections): Promise<void> {
  const before = await dropped(connections);
  const ask = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
  const requests = `${`${ask}\r\n`.repeat(5_000)}${ask}Connection: close\r\n\r\n`;
  while ((await dropped(connections)) === before) await sendRaw(Number(new URL(url).port), requests);
}

async function dropped(connections: Connections): Promise<number> {
  const { status, body } = await connections.ask('/metrics', undefined, {
    authorization: `Bearer ${metricsToken}`,
  });
  assert.equal(status, 200);
  return Number(/^accueil_log_lines_dropped_total (\d+)$/m.exec(body)?.[1]);
}

async function assertServes(connections: Connections): Promise<void> {
  const { path, body } = creation(0);
  assert.equal((await connections.ask(`${path}?password=${password}`, body)).body, '"ok"');
  assert.equal((await connections.ask('/health/ready')).status, 200);
}
