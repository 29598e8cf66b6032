// Both backends as real processes beside a real service: a form goes out, what became of it comes back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signatureHeaders } from '../../server/src/webhooks/sign.ts';
import { answerOf } from '../../server/test/fixtures/command-line.ts';
import { newDatabase } from '../../server/test/fixtures/service.ts';
import {
  password,
  type ServiceProcess,
  secretKey,
  startProcess,
} from '../../tools/harness/service-process.ts';
import { type ExampleProcess, startExample } from './example-process.ts';

const adminPassword = 'une phrase que personne ne devine';

for (const [script, engine] of [
  ['example:node', 'sqlite'],
  ['example:express', 'postgres'],
] as const) {
  describe(`npm run ${script}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'accueil-example-'));
    let place: Awaited<ReturnType<typeof newDatabase>>;
    let service: ServiceProcess;
    let example: ExampleProcess;
    let serviceEnv: Record<string, string>;
    let exampleEnv: Record<string, string>;

    before(async () => {
      place = await newDatabase(engine);
      serviceEnv = {
        ...place.env,
        WEBHOOK_ALLOW: '127.0.0.1',
        FIRST_ADMIN: `admin@example.org:${adminPassword}`,
      };
      service = await startProcess({ env: serviceEnv });
      serviceEnv.PORT = new URL(service.url).port;
      const port = await freePort();
      const { webhookSecret } = await answerOf<{ webhookSecret: string }>(
        ['webhook', 'add', 'site', `http://127.0.0.1:${port}/webhooks`],
        { ...serviceEnv, SECRET_KEY: secretKey },
      );
      exampleEnv = {
        ACCUEIL_URL: service.url,
        ACCUEIL_PASSWORD: password,
        ACCUEIL_WEBHOOK_SECRET: webhookSecret,
        DATABASE: join(folder, 'example.db'),
        PORT: String(port),
      };
      example = await startExample(script, exampleEnv);
    });
    after(async () => {
      await example?.stop();
      service?.kill('SIGKILL');
      await service?.ended;
      await place?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const page = async (path: string) => (await fetch(example.url + path)).text();
    const send = (fields: Record<string, string>) =>
      fetch(`${example.url}/contact`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    const lookUp = async (customId: string) => {
      const response = await fetch(`${service.url}/fr/customId/${customId}?password=${password}`);
      return response.json() as Promise<{ data: { id: number } }>;
    };
    /** An empty form, as its page brings it. */
    const newForm = async () => {
      const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page('/')) ?? [];
      return { form, residence: '5', lastName: 'Martin', phone: '', email: '', message: '' };
    };
    /** Posts a webhook with our own signature and returns the status. */
    const post = async (
      webhookId: string,
      event: object,
      secret = exampleEnv.ACCUEIL_WEBHOOK_SECRET ?? '',
    ) => {
      const body = JSON.stringify(event);
      const headers = { ...signatureHeaders({ webhookId, body, secrets: [secret] }, new Date()) };
      const response = await fetch(`${example.url}/webhooks`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      return response.status;
    };

    it('shows a form that carries the click of the address, and nothing else of it', async () => {
      const shown = await page('/?gclid=%22%3E%3Cscript%3E&lastName=Durand');
      assert.match(shown, /name="gclid" value="&#34;&#62;&#60;script&#62;"/);
      assert.ok(!shown.includes('Durand'));
    });

    it('shows a visitor what is wrong, and keeps what was typed', async () => {
      const form = await newForm();
      const refused = await send({ ...form, email: 'claire.martin at example.org', message: 'Bonjour' });
      assert.equal(refused.status, 400);
      const shown = await refused.text();
      assert.match(shown, /role="alert">L’adresse e-mail/);
      assert.match(shown, /value="Martin".*value="claire\.martin at example\.org".*Bonjour/s);
      assert.ok(shown.includes(form.form), 'mended, it is still the same form');
      assert.equal((await send({ ...form, email: 'claire.martin@example.org' })).status, 303);
      assert.equal((await send({ lastName: 'Robot' })).status, 400);
    });

    it('sends a form once, however often it is sent, and shows what became of it', async () => {
      const form = {
        ...(await newForm()),
        phone: '06 39 98 12 34',
        message: 'Bonjour',
        gclid: 'Cj0KCQiA-demo',
      };
      const customId = `site-${form.form}`;
      for (let i = 0; i < 2; i++) {
        const sent = await send(form);
        assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/merci']);
      }
      const matches = await fetch(
        `${service.url}/fr/commercial/checkPhone?phone=0639981234&password=${password}`,
      );
      const found = (await matches.json()) as { customId: string; gclid: string }[];
      assert.deepEqual(
        found.map((one) => [one.customId, one.gclid]),
        [[customId, 'Cj0KCQiA-demo']],
      );
      assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>sent</td><td></td>`));

      const { data } = await lookUp(customId);
      await workAtDesk(service.url, data.id);
      await example.says(`result of ${customId}`);
      const followed = await page('/suivi');
      assert.match(
        followed,
        new RegExp(
          `<td>${customId}</td><td>sent</td><td>2</td><td>result</td><td>commercial.resultat.nosuite</td><td>À bientôt</td>`,
        ),
      );
      assert.equal(followed.split(customId).length, 2, 'one line');
    });

    it('is not misled by duplicate, late or forged webhooks', async () => {
      const form = await newForm();
      await send(form);
      const customId = `site-${form.form}`;
      const { data } = await lookUp(customId);
      const event = (sequence: number, comment: string) => ({
        ...{ event: 'updated', customId, sequence, timestamp: '2026-03-04T09:00:00.000Z', test: false },
        ...{ type: 'commercial', data: { ...data, comment } },
      });
      assert.equal(await post('msg_a', event(2, 'premier')), 204);
      assert.equal(await post('msg_a', event(3, 'deux fois')), 204);
      assert.equal(await post('msg_b', event(1, 'en retard')), 204);
      assert.equal(await post('msg_c', event(9, 'faux'), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), 401);
      assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>sent</td><td>2</td>.*?premier`));
      assert.equal(await post('msg_d', event(4, 'ensuite')), 204);
      assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>sent</td><td>4</td>.*?ensuite`));
      const test = { customId: null, sequence: 0, timestamp: '', test: true, type: null, data: null };
      assert.equal(await post('msg_e', { event: 'test', ...test }), 204);
    });

    it('takes a form while accueil is away, and sends it later', async () => {
      const form = await newForm();
      const customId = `site-${form.form}`;
      service.kill('SIGKILL');
      await service.ended;
      assert.equal((await send(form)).status, 303);
      assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>waiting</td>`));
      await example.stop();
      service = await startProcess({ env: serviceEnv });
      example = await startExample(script, exampleEnv);
      await example.says(`${customId} is sent`);
      assert.match(await page('/suivi'), new RegExp(`<td>${customId}</td><td>sent</td>`));
      assert.ok((await lookUp(customId)).data.id);
    });

    it('never shows the password', async () => {
      const shown = (await Promise.all(['/', '/merci', '/suivi'].map(page))).join('') + example.output();
      assert.ok(!shown.includes(password));
    });

    it('does not start without its secrets', async () => {
      await assert.rejects(
        startExample(script, { ACCUEIL_PASSWORD: password }),
        /ACCUEIL_WEBHOOK_SECRET is not set/,
      );
    });
  });
}

/** An act of staff on an entry. */
async function workAtDesk(url: string, entry: number): Promise<void> {
  const session = await fetch(`${url}/desk/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.org', password: adminPassword }),
  });
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const changed = await fetch(`${url}/desk/entries/${entry}`, {
    method: 'PATCH',
    headers: { origin: url, cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ resultat: 'commercial.resultat.nosuite', comment: 'À bientôt' }),
  });
  assert.equal(changed.status, 200, await changed.text());
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
