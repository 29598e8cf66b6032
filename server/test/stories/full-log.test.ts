// A log that can't be written: a full disk, or a collector that reads no more. The service goes on without it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it, type TestContext } from 'node:test';
import { connectTo } from '../../../tools/harness/requests.ts';
import { password } from '../../../tools/harness/service-process.ts';
import { creation } from '../../../tools/torture/creations.ts';
import { sendRaw } from '../fixtures/raw-http.ts';
import { newDatabase } from '../fixtures/service.ts';
import { startFor } from '../fixtures/started-process.ts';

const authorization = 'Bearer mt_full-log-0123456789';
const needsFullDevice = existsSync('/dev/full') ? false : 'this system has no /dev/full';

it('a log on a full disk stops neither leads nor the end of the service', {
  skip: needsFullDevice,
}, async (t) => {
  const { service, logUntilDropped, assertServes } = await start(t, [
    'sh',
    '-c',
    'exec "$@" > /dev/full',
    'sh',
  ]);
  await logUntilDropped();
  await assertServes();
  assert.deepEqual(await service.stop(), []);
});

it('a log that nobody reads does not either, and says what is missing once it is read', async (t) => {
  const { service, logUntilDropped, assertServes } = await start(t);
  const goOn = service.holdLog();
  await logUntilDropped();
  await assertServes();
  goOn();
  await service.says('log lines could not be written');
  assert.match(service.output(), /"level":40,.*"lines":\d+,"msg":"log lines could not be written/);

  service.holdLog();
  await logUntilDropped();
  assert.deepEqual(await service.stop(), []);
});

async function start(t: TestContext, under: readonly string[] = []) {
  const { env, remove } = await newDatabase('sqlite');
  t.after(remove);
  const settings = { ...env, LOG_LEVEL: 'debug', METRICS_TOKEN: authorization.slice('Bearer '.length) };
  const service = await startFor(t, { env: settings, under });
  const connections = connectTo(service.url, 4);
  t.after(() => connections.close());

  async function dropped(): Promise<number> {
    const { status, body } = await connections.ask('/metrics', undefined, { authorization });
    assert.equal(status, 200);
    return Number(/^accueil_log_lines_dropped_total (\d+)$/m.exec(body)?.[1]);
  }
  return {
    service,
    /** Causes log lines until more are dropped than before. */
    async logUntilDropped() {
      const before = await dropped();
      const ask = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
      const requests = `${`${ask}\r\n`.repeat(5_000)}${ask}Connection: close\r\n\r\n`;
      while ((await dropped()) === before) await sendRaw(Number(new URL(service.url).port), requests);
    },
    async assertServes() {
      const { path, body } = creation(0);
      assert.equal((await connections.ask(`${path}?password=${password}`, body)).body, '"ok"');
      assert.equal((await connections.ask('/health/ready')).status, 200);
    },
  };
}
