// Everything that reads what strangers send takes time in proportion to its length: each of their routes is sent the worst
// that fits, while somebody asks whether the service is alive.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { operationsOf } from '../fixtures/openapi-document.ts';
import { listen } from '../fixtures/raw-http.ts';
import { routesOf } from '../fixtures/routes.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { marks, worstBodies } from '../fixtures/worst-bodies.ts';

/** One such body took 30 seconds and more, during which nothing else was answered. */
const patienceMs = 10_000;
/** Headers have 16 KiB at most, the address included. */
const queryBytes = 2_400;

onSqlite('hostile requests', (engine) => {
  let service: TestService;
  let port: number;
  let routes: [method: string, path: string][];
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'warn', RATE_LIMIT_FULL: '0' });
    port = await listen(service.app);
    const isOfStaff = (path: string) => /^\/desk\/(?!session$|invitation$)/.test(path);
    routes = (await routesOf(service))
      .map((route): [string, string] => [route.split(' ')[0] ?? '', route.split(' ')[1] ?? ''])
      .filter(([, path]) => !isOfStaff(path));
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
    const { statusCode, body } = await service.app.inject(request);
    assert.ok(statusCode < 500, `${request.method} ${request.url}: ${what} → ${statusCode} ${body}`);
  }

  const credentials = (path: string): Record<string, string> =>
    path.startsWith('/appli/') ? { authorization: `Bearer ${service.token}` } : {};

  function urlOf(path: string): string {
    const filled = path
      .replace(':partner', 'partner')
      .replace(':group', 'group_b')
      .replaceAll(/:\w+|\*/g, '5');
    return path.startsWith('/fr/') ? `${filled}?${service.query}` : filled;
  }

  it('the worst body of an accepted size holds up nobody, on every route', async () => {
    const fields = new Map(
      (await operationsOf(service)).map(({ method, path, body }) => [
        `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        Object.keys(body?.properties ?? {}),
      ]),
    );
    const taking = routes.filter(([method]) => /^(?:POST|PUT|PATCH|DELETE)$/.test(method));
    assert.ok(taking.length >= 8, taking.join('\n'));
    await whileAlive(async () => {
      for (const [method, path] of taking) {
        const headers = { 'content-type': 'application/json', ...credentials(path) };
        for (const [what, payload] of worstBodies(fields.get(`${method} ${path}`) ?? []))
          await send(what, { method: method as HTTPMethods, url: urlOf(path), headers, payload });
      }
    });
  });

  it('the worst path, query and headers hold up nobody, on every route', async () => {
    const text = marks(queryBytes);
    const names = ['phone', 'search', 'after', 'type', 'test', 'x', text];
    const query = new URLSearchParams(names.map((name) => [name, text]));
    const header = Buffer.from(text).toString('latin1');
    await whileAlive(async () => {
      for (const [method, path] of routes) {
        const headers = { ...credentials(path), 'idempotency-key': header, 'x-forwarded-for': header };
        const marked = path.replaceAll(/:\w+|\*/g, encodeURIComponent(marks(680)));
        for (const url of [marked, urlOf(path)]) {
          const joined = `${url}${url.includes('?') ? '&' : '?'}`;
          for (const [what, asked] of [
            ['marks', String(query)],
            ['digits', `phone=${'1'.repeat(12_000)}`],
          ] as const)
            await send(what, { method: method as HTTPMethods, url: `${joined}${asked}`, headers });
        }
      }
    });
  });
});
