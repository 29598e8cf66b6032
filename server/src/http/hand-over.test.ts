import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { it } from 'node:test';
import { parseConfig } from '../config.ts';
import type { App } from './app-type.ts';
import { openFrame } from './frame.ts';
import { handOver } from './hand-over.ts';
import { answerUnknownPaths } from './unknown-paths.ts';

const { trustedProxies, wireNames } = parseConfig({});
const frame = (): App => openFrame({ trustedProxies, wireNames, logging: { logger: false } });

it('what is handed over is loaded at the first request, once', async () => {
  const app = frame();
  let loads = 0;
  handOver(app, ['/other/*'], async () => {
    loads++;
    return otherApp();
  });
  await app.ready();
  assert.equal(loads, 0);
  const answers = await Promise.all(
    [1, 2].map((n) => app.inject({ method: 'POST', url: '/other/echo', payload: { n } })),
  );
  assert.deepEqual(
    answers.map((answer) => answer.json()),
    [{ n: 1 }, { n: 2 }],
  );
  assert.equal(loads, 1);
  await app.close();
});

it('what could not be loaded is tried again by the next request', async () => {
  const app = frame();
  let loads = 0;
  handOver(app, ['/other/*'], async () => {
    if (++loads === 1) throw new Error('not today');
    return otherApp();
  });
  const statuses = [];
  for (let n = 0; n < 2; n++) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/other/echo', payload: {} });
    statuses.push(statusCode);
  }
  assert.deepEqual(statuses, [500, 200]);
  await app.close();
});

it('whatever the method, the other app says what a path takes', async () => {
  const app = frame();
  answerUnknownPaths(app);
  handOver(app, ['/other/*'], otherApp);
  const ask = async (method: string, url: string) => {
    const { statusCode, headers } = await app.inject({ method: method as 'GET', url });
    return [statusCode, headers.allow];
  };
  for (const method of METHODS.filter((one) => one !== 'POST' && one !== 'CONNECT')) {
    assert.deepEqual(await ask(method, '/other/echo'), [405, 'POST'], method);
    assert.deepEqual(await ask(method, '/other/nothing'), [404, undefined], method);
    assert.deepEqual(await ask(method, '/nothing'), [404, undefined], method);
  }
  await app.close();
});

async function otherApp(): Promise<App> {
  const app = frame();
  answerUnknownPaths(app);
  app.post('/other/echo', async (request) => request.body);
  await app.ready();
  return app;
}
