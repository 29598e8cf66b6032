// Both backends as real processes beside a real service: a form goes out, what became of it comes back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signatureHeaders } from '../../server/src/webhooks/sign.ts';
import { firstAdmin, openProcessDesk } from '../../server/test/fixtures/process-desk.ts';
import { newDatabase } from '../../server/test/fixtures/service.ts';
import { password, type ServiceProcess, startProcess } from '../../tools/harness/service-process.ts';
import { type ExampleProcess, startExample } from './example-process.ts';

describe('backends of sites', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-example-'));
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let service: ServiceProcess;
  let serviceEnv: Record<string, string>;
  const examples: ExampleProcess[] = [];
  before(async () => {
    place = await newDatabase('sqlite');
    serviceEnv = { ...place.env, WEBHOOK_ALLOW: '127.0.0.1', FIRST_ADMIN: firstAdmin };
    service = await startProcess({ env: serviceEnv });
    serviceEnv.PORT = new URL(service.url).port;
  });
  after(async () => {
    for (const example of examples) await example.stop();
    service?.kill('SIGKILL');
    await service?.ended;
    await place?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** An example that is an endpoint of the service. */
  async function start(script: 'example:node' | 'example:express') {
    const port = await freePort();
    const desk = await openProcessDesk(service.url);
    const endpoint = { url: `http://127.0.0.1:${port}/webhooks` };
    const { secret } = await desk<{ secret: string }>('POST', '/desk/callers/1/endpoints', endpoint);
    const env = {
      ACCUEIL_URL: service.url,
      ACCUEIL_PASSWORD: password,
      ACCUEIL_WEBHOOK_SECRET: secret,
      DATABASE: join(folder, `${port}.db`),
      PORT: String(port),
    };
    const started = await startExample(script, env);
    examples.push(started);
    return { ...callsTo(started), example: started, env, secret };
  }
  const lookUp = async (customId: string) => {
    const response = await fetch(`${service.url}/fr/customId/${customId}?password=${password}`);
    return response.json() as Promise<{ data: { id: number } }>;
  };

  for (const script of ['example:node', 'example:express'] as const)
    it(`a form goes out and what became of it comes back: ${script}`, async () => {
      const { page, send, newForm, post, example, secret } = await start(script);
      const shown = await page('/?gclid=%22%3E%3Cscript%3E&lastName=Durand');
      assert.match(shown, /name="gclid" value="&#34;&#62;&#60;script&#62;"/);
      assert.ok(!shown.includes('Durand'), 'nothing else of the address');

      const form = { ...(await newForm()), gclid: 'Cj0KCQiA-demo', message: 'Bonjour' };
      const refused = await send({ ...form, email: 'claire.martin at example.org' });
      assert.equal(refused.status, 400);
      const again = await refused.text();
      assert.match(again, /role="alert">L’adresse e-mail/);
      assert.match(again, /value="Martin".*value="claire\.martin at example\.org".*Bonjour/s);
      assert.ok(again.includes(form.form), 'mended, it is still the same form');
      assert.equal((await send({ lastName: 'Robot' })).status, 400);

      const phone = script === 'example:node' ? '06 39 98 12 34' : '06 39 98 12 35';
      const customId = `site-${form.form}`;
      for (let i = 0; i < 2; i++) {
        const sent = await send({ ...form, phone });
        assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/merci']);
      }
      const query = `phone=${phone.replaceAll(' ', '')}&password=${password}`;
      const matches = await fetch(`${service.url}/fr/commercial/checkPhone?${query}`);
      const found = (await matches.json()) as { customId: string; gclid: string }[];
      assert.deepEqual(
        found.map((one) => [one.customId, one.gclid]),
        [[customId, 'Cj0KCQiA-demo']],
      );
      assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>sent</td><td></td>`));

      const { data } = await lookUp(customId);
      const edit = { resultat: 'commercial.resultat.nosuite', comment: 'À bientôt' };
      await (await openProcessDesk(service.url))('PATCH', `/desk/entries/${data.id}`, edit);
      await example.says(`result of ${customId}`);
      const row = `<td>${customId}</td><td>sent</td>`;
      const result = '<td>2</td><td>result</td><td>commercial.resultat.nosuite</td><td>À bientôt</td>';
      const followed = await page('/suivi');
      assert.match(followed, new RegExp(row + result));
      assert.equal(followed.split(customId).length, 2, 'one line');

      const event = (sequence: number, comment: string) => ({
        ...{ event: 'updated', customId, sequence, timestamp: '2026-03-04T09:00:00.000Z', test: false },
        ...{ type: 'commercial', data: { ...data, comment } },
      });
      for (const [id, sequence, comment, by, status] of [
        ['msg_a', 3, 'premier', secret, 204],
        ['msg_a', 4, 'deux fois', secret, 204],
        ['msg_b', 1, 'en retard', secret, 204],
        ['msg_c', 9, 'faux', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 401],
      ] as const)
        assert.equal(await post(id, event(sequence, comment), by), status, comment);
      assert.match(await page('/suivi'), new RegExp(`${row}<td>3</td>.*?premier`));
      const test = { customId: null, sequence: 0, timestamp: '', test: true, type: null, data: null };
      assert.equal(await post('msg_e', { event: 'test', ...test }, secret), 204);

      const all = (await Promise.all(['/', '/merci', '/suivi'].map(page))).join('') + example.output();
      assert.ok(!all.includes(password));
    });

  it('a form is taken while accueil is away, and sent later', async () => {
    const { page, send, newForm, example, env } = await start('example:node');
    const form = await newForm();
    const customId = `site-${form.form}`;
    service.kill('SIGKILL');
    await service.ended;
    assert.equal((await send(form)).status, 303);
    assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>waiting</td>`));
    await example.stop();
    service = await startProcess({ env: serviceEnv });
    const restarted = await startExample('example:node', env);
    examples.push(restarted);
    await restarted.says(`${customId} is sent`);
    assert.match(await callsTo(restarted).page('/suivi'), new RegExp(`<td>${customId}</td><td>sent</td>`));
    assert.ok((await lookUp(customId)).data.id);
  });

  it('an example does not start without its secrets', async () => {
    await assert.rejects(
      startExample('example:node', { ACCUEIL_PASSWORD: password }),
      /ACCUEIL_WEBHOOK_SECRET is not set/,
    );
  });
});

function callsTo({ url }: ExampleProcess) {
  const page = async (path: string) => (await fetch(url + path)).text();
  return {
    page,
    send: (fields: Record<string, string>) =>
      fetch(`${url}/contact`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    /** An empty form, as its page brings it. */
    async newForm() {
      const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page('/')) ?? [];
      return { form, residence: '5', lastName: 'Martin', phone: '', email: '', message: '' };
    },
    /** Posts a webhook signed with this secret and returns the status. */
    async post(webhookId: string, event: object, secret: string) {
      const body = JSON.stringify(event);
      const headers = { ...signatureHeaders({ webhookId, body, secrets: [secret] }, new Date()) };
      const response = await fetch(`${url}/webhooks`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      return response.status;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
