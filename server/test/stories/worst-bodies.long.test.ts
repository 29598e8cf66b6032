// Everything that reads what strangers send takes time in proportion to its length: each route is sent the worst that
// fits, while somebody asks whether the service is alive.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { signIn } from '../fixtures/desk.ts';
import { type DeskOperation, deskOperations, isPart } from '../fixtures/desk-document.ts';
import { operationsOf } from '../fixtures/openapi-document.ts';
import { listen } from '../fixtures/raw-http.ts';
import { routesOf } from '../fixtures/routes.ts';
import { onBothEngines, startService, type TestService } from '../fixtures/service.ts';
import { bodyLimit, marks, worstBodies } from '../fixtures/worst-bodies.ts';

/** One such body took 30 seconds and more, during which nothing else was answered. */
const patienceMs = 10_000;
/** Headers have 16 KiB at most, the address included. */
const queryBytes = 2_400;

onBothEngines('whatever a request of an accepted size holds', (engine) => {
  let service: TestService;
  let port: number;
  let routes: readonly string[];
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'warn', RATE_LIMIT_FULL: '0' });
    port = await listen(service.app);
    routes = await routesOf(service);
    await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {
      lastNameClient: 'Martin',
    });
  });
  after(() => service.close());

  /** Runs `act`; meanwhile, and right after it, the service says that it is alive. */
  async function whileAlive(act: () => Promise<void>): Promise<void> {
    let acting = true;
    const watch = async () => {
      do {
        const answer = await fetch(`http://127.0.0.1:${port}/health/live`, {
          signal: AbortSignal.timeout(patienceMs),
        });
        assert.equal(answer.status, 200);
        await answer.body?.cancel();
      } while (acting);
    };
    const watching = watch();
    await Promise.all([watching, act().finally(() => (acting = false))]);
  }

  async function send(what: string, request: InjectOptions): Promise<void> {
    const answer = await service.app.inject(request);
    assert.ok(
      answer.statusCode < 500,
      `${request.method} ${request.url}: ${what} → ${answer.statusCode} ${answer.body}`,
    );
  }

  it('in its body, it is read in no time, on every route that takes one', { timeout: 120_000 }, async () => {
    const fields = await fieldsOf(service);
    const taking = routes.filter((route) => /^(?:POST|PUT|PATCH|DELETE) /.test(route));
    assert.ok(taking.length > 40, taking.join('\n'));
    await whileAlive(async () => {
      for (const route of taking) {
        const [method = '', path = ''] = route.split(' ');
        const headers = { 'content-type': 'application/json', ...(await credentials(service, path)) };
        for (const [what, payload] of worstBodies(fields.get(route) ?? [], bytesFor(path))) {
          await send(what, { method: method as 'POST', url: urlOf(service, path), headers, payload });
        }
      }
    });
  });

  it('in its path, query or headers, it is read in no time, on every route', {
    timeout: 120_000,
  }, async () => {
    const text = marks(queryBytes);
    const query = new URLSearchParams(
      ['phone', 'search', 'after', 'type', 'test', 'x', text].map((name) => [name, text]),
    );
    await whileAlive(async () => {
      for (const route of routes.filter((one) => one !== 'GET /desk/changes')) {
        const [method = '', path = ''] = route.split(' ');
        const headers = {
          ...(await credentials(service, path)),
          'idempotency-key': Buffer.from(text).toString('latin1'),
          'x-forwarded-for': Buffer.from(text).toString('latin1'),
        };
        const marked = path.replaceAll(/:\w+|\*/g, encodeURIComponent(marks(680)));
        for (const url of [marked, urlOf(service, path)]) {
          const joined = `${url}${url.includes('?') ? '&' : '?'}`;
          await send('marks', { method: method as 'GET', url: `${joined}${query}`, headers });
          await send('digits', {
            method: method as 'GET',
            url: `${joined}phone=${'1'.repeat(12_000)}`,
            headers,
          });
        }
      }
    });
  });

  describe('and the routes that are open to anybody', () => {
    for (const path of ['/desk/session', '/desk/invitation']) {
      it(`${path} takes 4 KiB`, async () => {
        const { origin } = new URL(service.config.publicUrl);
        const sent = async (bytes: number) => {
          const body = `{"email":"a@example.org","x":"${'x'.repeat(bytes - 32)}"}`;
          return (await service.post(path, body, { origin })).statusCode;
        };
        assert.equal(await sent(4096), 400);
        assert.equal(await sent(4097), 413);
        assert.equal(await sent(bodyLimit), 413);
      });
    }
  });
});

async function credentials(service: TestService, path: string): Promise<Record<string, string>> {
  if (path.startsWith('/appli/')) return { authorization: `Bearer ${service.token}` };
  // A new session each time: some of these routes end it.
  return path.startsWith('/desk/') ? { ...(await signIn(service)).headers } : {};
}

/** Those of the desk are all read by the same few lines: a quarter of the limit is enough to find out. */
const bytesFor = (path: string) => (path.startsWith('/desk/') ? bodyLimit / 4 : bodyLimit);

function urlOf({ query }: TestService, path: string): string {
  const filled = path
    .replace(':partner', 'partner')
    .replace(':group', 'group_b')
    .replaceAll(/:\w+|\*/g, path.startsWith('/desk/entries/') ? '1' : '5');
  return path.startsWith('/fr/') ? `${filled}?${query}` : filled;
}

/** The names of the fields of every route's body, as both documents say. */
async function fieldsOf(service: TestService): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
  const main = (await operationsOf(service)).map(({ method, path, body }): [string, string[]] => [
    `${method} ${named(path)}`,
    Object.keys(body?.properties ?? {}),
  ]);
  const desk = (await deskOperations(service.app)).map(({ method, path, described }): [string, string[]] => [
    `${method} ${named(path)}`,
    fieldsIn(described),
  ]);
  return new Map([...main, ...desk]);
}

function fieldsIn(described: DeskOperation['described']): string[] {
  const { requestBody } = described;
  const content =
    isPart(requestBody) && isPart(requestBody.content) ? requestBody.content['application/json'] : {};
  const schema = isPart(content) && isPart(content.schema) ? content.schema : {};
  return isPart(schema.properties) ? Object.keys(schema.properties) : [];
}
