// Every route of the desk × every role × residences within and out of reach. A route that is not here fails the test: who
// may use it must be decided.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { HTTPMethods, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Grant, Right } from '../../src/access/roles.ts';
import type { Engine } from '../../src/store/dialect.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { type Desk, openDesk, signIn } from '../fixtures/desk.ts';
import {
  type Asker,
  allowed,
  askers,
  at3,
  makeThings,
  matrix,
  open,
  type Row,
  type Things,
} from '../fixtures/desk-matrix.ts';
import { mailOn } from '../fixtures/mail.ts';
import { listen } from '../fixtures/raw-http.ts';
import { routesOf } from '../fixtures/routes.ts';
import { number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('who may use which route of the desk', (engine) => {
  const { opened, askAsEach, traces } = openMatrix(engine);
  const routes = [...new Set(matrix.map(({ route }) => route))].sort();

  it('who may use a route of the desk is decided for each', async () => {
    // access.test.ts has all other routes.
    const all = (await routesOf(opened().service)).filter((route) => /^[A-Z]+ \/desk\//.test(route));
    const decided = [...routes, ...open];
    assert.deepEqual(
      all.filter((route) => !route.startsWith('HEAD ')),
      decided.toSorted(),
    );
    // The same guard holds for a HEAD as for its GET: who is refused, and the administrator, ask for both.
    const gets = new Set(decided.filter((route) => route.startsWith('GET ')));
    assert.deepEqual(
      all.filter((route) => route.startsWith('HEAD ') && !gets.has(route.replace('HEAD', 'GET'))),
      [],
    );
  });

  it('a stream has no HEAD, which would never end', async () => {
    const { service, desks } = opened();
    const headers = desks.get('administrator')?.headers ?? {};
    const answer = await service.app.inject({ method: 'HEAD', url: '/desk/changes', headers });
    assert.equal(answer.statusCode, 405);
  });

  it('no right is without a route', () => {
    const used = new Set(matrix.map(({ right }) => right));
    assert.deepEqual(
      allowed.administrator.filter((right) => !used.has(right)),
      [],
    );
  });

  for (const route of routes) {
    it(route, async () => {
      for (const row of matrix.filter((one) => one.route === route)) await askAsEach(row);
    });

    it(`${route}: for nobody without a session, nor from another origin`, async () => {
      const [row] = matrix.filter((one) => one.route === route);
      assert.ok(row);
      const { service, things, desks, browser } = opened();
      const request = await requestOf(row, things);
      const headers = desks.get('administrator')?.headers ?? {};
      const { 'x-csrf-token': token, origin, ...session } = headers;
      assert.ok(token !== undefined && origin !== undefined);
      const before = await traces();
      for (const [query, wrong] of [
        ['', { cookie: `accueil=${'A'.repeat(43)}` }],
        [`password=${service.password}`, { authorization: `Bearer ${service.token}` }],
        [`password=${browser}`, {}],
      ] as const) {
        const url = `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`;
        const answer = await ask(service, { ...request, url }, { origin, ...wrong });
        assertFailure(answer, 401, 'UNAUTHORIZED', /^Cookie:/);
      }
      if (route.startsWith('GET ')) return;
      const theirs = `${desks.get('direction everywhere')?.headers['x-csrf-token']}`;
      for (const [wrong, named] of [
        [{ origin }, /^X-CSRF-Token:/],
        [{ origin, 'x-csrf-token': theirs }, /^X-CSRF-Token:/],
        [{ 'x-csrf-token': token }, /^Origin:/],
        [{ 'x-csrf-token': token, origin: 'https://evil.example.org' }, /^Origin:/],
      ] as const)
        assertFailure(await ask(service, request, { ...session, ...wrong }), 403, 'FORBIDDEN', named);
      assert.equal(await traces(), before);
    });
  }
});

// SQL decides who reaches what belongs to a residence. The rest is asked once, so that PostgreSQL has run every route.
describe('who may use which route of the desk (postgres)', () => {
  const { askAsEach } = openMatrix('postgres');
  for (const row of matrix)
    it(`${row.route}: ${row.right}, ${row.of}`, () =>
      row.of === 'residence 3' || row.of === 'no residence'
        ? askAsEach(row, ['administrator', 'direction of 3', 'direction of 5', 'reader of 3, direction of 5'])
        : askAsEach(row, ['administrator']));
});

interface Opened {
  readonly service: TestService;
  readonly things: Things;
  readonly desks: ReadonlyMap<Asker, Desk>;
  /** A browser password. */
  readonly browser: string;
  readonly port: number;
}

/** Starts a service for the tests of a suite, with what is asked for and those who ask. */
function openMatrix(engine: Engine) {
  let matrixOpened: Opened | undefined;
  const opened = (): Opened => {
    assert.ok(matrixOpened);
    return matrixOpened;
  };
  before(async () => {
    const service = await startService(engine, mailOn);
    const desks = new Map<Asker, Desk>();
    for (const asker of Object.keys(askers) as Asker[])
      desks.set(asker, await signIn(service, askers[asker], asker));
    const { password: browser } = await newPassword(service, 'browser');
    const things = await makeThings(service);
    matrixOpened = { service, desks, browser, things, port: await listen(service.app) };
  });
  after(() => opened().service.close());

  /** The number of lines in the audit trail, the histories and the outbox. Lines about lists are written after the answer. */
  const traces = () =>
    number(
      opened().service.database,
      `select (select count(*) from audit where cast(detail as text) not like '%"list"%') + (select count(*) from history) + (select count(*) from outbox)`,
    );

  /** `asking`: these alone. */
  async function askAsEach(row: Row, asking?: readonly Asker[]): Promise<void> {
    const { service, things, desks, port } = opened();
    for (const [asker, desk] of desks) {
      if (asking?.includes(asker) === false) continue;
      const request = await requestOf(row, things);
      const { headers } = row.endsSession ? await openDesk(service, desk.email, desk.userId) : desk;
      if (row.streams) {
        assert.equal(await beginningOf(`http://127.0.0.1:${port}${request.url}`, headers), 200, asker);
        continue;
      }
      const expected = expectedOf(row, askers[asker]);
      const before = expected === 200 ? undefined : await traces();
      const answer = await ask(service, request, headers);
      assert.equal(answer.statusCode, expected, `${request.url}, ${asker}: ${textOf(answer)}`);
      if (request.method === 'GET' && (expected !== 200 || asker === 'administrator')) {
        const head = await ask(service, { ...request, method: 'HEAD' }, headers);
        assert.equal(head.statusCode, expected, `HEAD ${request.url}, ${asker}`);
      }
      if (expected === 200) continue;
      if (expected === 404) assertFailure(answer, 404, 'NOTFOUND');
      if (expected === 403) assertFailure(answer, 403, 'FORBIDDEN');
      assert.equal(await traces(), before, `${request.url}, ${asker}: refused, and yet something was done`);
    }
  }

  return { opened, askAsEach, traces };
}

function ask(service: TestService, request: InjectOptions, headers: Readonly<Record<string, string>>) {
  return service.app.inject({ ...request, headers: { ...request.headers, ...headers } });
}

function expectedOf(
  { right, guard, of, outOfReach = 404, answered = 200 }: Row,
  grants: readonly Grant[],
): number {
  const having = (one: Right) => grants.filter(({ role }) => allowed[role].includes(one));
  if (right === 'signed-in') return answered;
  if (having(guard ?? right).length === 0) return right === 'privacy' ? 404 : 403;
  const places = having(right).map(({ establishmentId }) => establishmentId);
  switch (of) {
    case 'reach':
      return places.length > 0 ? answered : 403;
    case 'residence 3':
      return places.includes(null) || places.includes(at3) ? answered : outOfReach;
    case 'no residence':
      return places.includes(null) ? answered : 404;
    case 'all residences':
      return places.includes(null) ? answered : 403;
    default:
      return of satisfies never;
  }
}

async function requestOf(
  { route, path, body }: Row,
  things: Things,
): Promise<InjectOptions & { readonly url: string }> {
  const [method = '', pattern = ''] = route.split(' ');
  const found = (typeof path === 'function' ? await path(things) : path) ?? '';
  const url =
    typeof found === 'number'
      ? pattern.replace(/:\w+/, `${found}`)
      : found.startsWith('/')
        ? found
        : pattern + found;
  const payload = typeof body === 'function' ? await body(things) : body;
  return {
    method: method as HTTPMethods,
    url,
    ...(payload !== undefined && {
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    }),
  };
}

/** The status of an answer that does not end by itself. */
async function beginningOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const stop = new AbortController();
  const { status } = await fetch(url, { headers, signal: stop.signal });
  stop.abort();
  return status;
}

function textOf(answer: LightMyRequestResponse): string {
  return answer.statusCode === 200 ? 'done' : answer.body;
}
