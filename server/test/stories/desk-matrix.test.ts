// Every route of the desk × every role × residences within and out of reach. A route that is not here fails the test: who
// may use it must be decided.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { HTTPMethods, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Grant, Right, Role } from '../../src/access/roles.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { type Desk, deskPassword, openDesk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { newEndpoint } from '../fixtures/outbox.ts';
import { listen } from '../fixtures/raw-http.ts';
import { routesOf } from '../fixtures/routes.ts';
import { execute, number } from '../fixtures/rows.ts';
import { assertFailure, onBothEngines, startService, type TestService } from '../fixtures/service.ts';

const at3 = 3;
const at5 = 5;

/** Who asks, with which roles where. Everything that is asked for belongs to residence 3. */
const askers = {
  administrator: [{ role: 'administrator', establishmentId: null }],
  'direction everywhere': [{ role: 'direction', establishmentId: null }],
  'direction of 3': [{ role: 'direction', establishmentId: at3 }],
  'direction of 5': [{ role: 'direction', establishmentId: at5 }],
  'commercial of 3': [{ role: 'commercial', establishmentId: at3 }],
  'commercial of 5': [{ role: 'commercial', establishmentId: at5 }],
  'reader everywhere': [{ role: 'reader', establishmentId: null }],
  'reader of 3': [{ role: 'reader', establishmentId: at3 }],
  'reader of 5': [{ role: 'reader', establishmentId: at5 }],
  'reader of 3, direction of 5': [
    { role: 'reader', establishmentId: at3 },
    { role: 'direction', establishmentId: at5 },
  ],
} as const satisfies Record<string, readonly Grant[]>;
type Asker = keyof typeof askers;

/** What each role may do. Written once more, so that a change in the service has to be made here too. */
const allowed: Readonly<Record<Role, readonly Right[]>> = {
  administrator: [
    'entries.read',
    'entries.change',
    'entries.hand-over',
    'applications.read',
    'applications.change',
    'residences.read',
    'residences.change',
    'statistics.read',
    'integrations',
    'users',
    'audit',
  ],
  direction: [
    'entries.read',
    'entries.change',
    'entries.hand-over',
    'applications.read',
    'applications.change',
    'residences.read',
    'residences.change',
    'statistics.read',
  ],
  commercial: ['entries.read', 'entries.change', 'residences.read', 'statistics.read'],
  reader: ['entries.read', 'residences.read', 'statistics.read'],
};

/** What there is to ask for, all of it at residence 3. */
interface Things {
  readonly service: TestService;
  readonly administrator: Desk;
  readonly entry: number;
  readonly kept: number;
  readonly application: number;
  /** An orientation that names no residence. */
  readonly unassigned: number;
  readonly staff: number;
  readonly announcement: number;
  readonly endpoint: number;
  readonly delivery: number;
  readonly user: number;
}

type Of<T> = T | ((things: Things) => T | Promise<T>);

interface Row {
  readonly route: string;
  /** Who may use it: whoever is signed in, or has this right. */
  readonly right: Right | 'signed-in';
  /** The right without which the route is closed, where the thing asked for needs another one besides. */
  readonly guard?: Right;
  /**
   * Of what: of whatever is within reach; of residence 3, else 404; of what has no residence, else 404; of all residences,
   * else 403.
   */
  readonly of: 'reach' | 'residence 3' | 'no residence' | 'all residences';
  readonly path?: Of<string>;
  readonly body?: Of<object>;
  /** What is answered instead of 404. */
  readonly outOfReach?: number;
  /** What whoever is signed in is answered to that body; 200 without. */
  readonly answered?: number;
  /** Asked in a session of its own. */
  readonly endsSession?: true;
  /** Its answer goes on until somebody breaks it off. */
  readonly streams?: true;
}

const entries = (things: Things) => `/desk/entries/${things.entry}`;
const onEntry = (act: string, body?: Of<object>): Row => ({
  route: `POST /desk/entries/:id/${act}`,
  right: 'entries.change',
  of: 'residence 3',
  path: (things) => `${entries(things)}/${act}`,
  ...(body !== undefined && { body }),
});
const integration = (route: string, path?: Of<string>, body?: Of<object>): Row => ({
  route,
  right: 'integrations',
  of: 'reach',
  ...(path !== undefined && { path }),
  ...(body !== undefined && { body }),
});
let made = 0;
const unique = () => `x${++made}`;
const idOf = (answer: LightMyRequestResponse) => {
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ id: number }>().id;
};

const matrix: readonly Row[] = [
  { route: 'GET /desk/session', right: 'signed-in', of: 'reach' },
  { route: 'DELETE /desk/session', right: 'signed-in', of: 'reach', endsSession: true },
  {
    route: 'PUT /desk/session/password',
    right: 'signed-in',
    of: 'reach',
    body: { current: deskPassword, next: deskPassword },
  },
  { route: 'GET /desk/session/totp', right: 'signed-in', of: 'reach' },
  {
    route: 'POST /desk/session/totp',
    right: 'signed-in',
    of: 'reach',
    body: { password: deskPassword },
  },
  { route: 'PUT /desk/session/totp', right: 'signed-in', of: 'reach', body: { code: '0' }, answered: 400 },
  {
    route: 'POST /desk/session/totp/recovery-codes',
    right: 'signed-in',
    of: 'reach',
    body: { password: 'wrong' },
    answered: 400,
  },
  {
    route: 'POST /desk/session/totp/off',
    right: 'signed-in',
    of: 'reach',
    body: { password: deskPassword },
  },
  { route: 'GET /desk/session/mail', right: 'signed-in', of: 'reach' },
  { route: 'PUT /desk/session/mail', right: 'signed-in', of: 'reach', body: { mail: 'none' } },
  { route: 'GET /desk/changes', right: 'signed-in', of: 'reach', streams: true },

  { route: 'GET /desk/entries', right: 'entries.read', of: 'reach', path: '/desk/entries?kind=commercial' },
  {
    route: 'GET /desk/entries',
    right: 'applications.read',
    guard: 'entries.read',
    of: 'reach',
    path: '/desk/entries?kind=postuler',
  },
  {
    route: 'GET /desk/entries.csv',
    right: 'entries.read',
    of: 'reach',
    path: '/desk/entries.csv?kind=commercial',
  },
  {
    route: 'GET /desk/entries.csv',
    right: 'applications.read',
    guard: 'entries.read',
    of: 'reach',
    path: '/desk/entries.csv?kind=postuler',
  },
  { route: 'GET /desk/entries/:id', right: 'entries.read', of: 'residence 3', path: entries },
  {
    route: 'GET /desk/entries/:id',
    right: 'applications.read',
    guard: 'entries.read',
    of: 'residence 3',
    path: ({ application }) => `/desk/entries/${application}`,
  },
  {
    route: 'GET /desk/entries/:id',
    right: 'entries.read',
    of: 'no residence',
    path: ({ unassigned }) => `/desk/entries/${unassigned}`,
  },
  {
    route: 'GET /desk/entries/:id/history',
    right: 'entries.read',
    of: 'residence 3',
    path: (things) => `${entries(things)}/history`,
  },
  {
    route: 'GET /desk/entries/:id/history',
    right: 'applications.read',
    guard: 'entries.read',
    of: 'residence 3',
    path: ({ application }) => `/desk/entries/${application}/history`,
  },
  {
    route: 'GET /desk/entries/:id/file',
    right: 'applications.read',
    of: 'residence 3',
    path: ({ application }) => `/desk/entries/${application}/file`,
  },
  {
    route: 'GET /desk/families',
    right: 'entries.read',
    of: 'reach',
    path: '/desk/families?phone=0639981234',
  },
  { route: 'GET /desk/counts', right: 'entries.read', of: 'reach' },
  { route: 'GET /desk/today', right: 'entries.read', of: 'reach' },
  {
    route: 'POST /desk/entries',
    right: 'entries.change',
    of: 'residence 3',
    body: { establishmentId: at3, type: 'commercial.type.phone' },
    outOfReach: 400,
  },
  {
    route: 'PATCH /desk/entries/:id',
    right: 'entries.change',
    of: 'residence 3',
    path: entries,
    body: () => ({ comment: unique() }),
  },
  {
    route: 'PATCH /desk/entries/:id',
    right: 'applications.change',
    guard: 'entries.change',
    of: 'residence 3',
    path: ({ application }) => `/desk/entries/${application}`,
    body: () => ({ comment: unique() }),
  },
  {
    route: 'PATCH /desk/entries/:id',
    right: 'entries.change',
    of: 'no residence',
    path: ({ unassigned }) => `/desk/entries/${unassigned}`,
    body: () => ({ comment: unique() }),
  },
  onEntry('processed'),
  onEntry('seen'),
  onEntry('assign', { establishmentId: at3 }),
  {
    route: 'POST /desk/entries/:id/assign',
    right: 'entries.hand-over',
    guard: 'entries.change',
    of: 'no residence',
    path: async ({ service }) => `/desk/entries/${await newUnassigned(service)}/assign`,
    body: { establishmentId: at3 },
  },
  {
    route: 'GET /desk/entries/:id/owners',
    right: 'entries.change',
    of: 'residence 3',
    path: (things) => `${entries(things)}/owners`,
  },
  {
    route: 'GET /desk/entries/:id/residences',
    right: 'entries.change',
    of: 'residence 3',
    path: (things) => `${entries(things)}/residences`,
  },
  {
    route: 'GET /desk/entries/:id/version',
    right: 'entries.read',
    of: 'residence 3',
    path: (things) => `${entries(things)}/version`,
  },
  {
    ...onEntry('owner', { userId: null }),
    path: async ({ service }) =>
      `/desk/entries/${await send(service, unique(), {}, 'etablissement/3/survey/create', '&type=survey.type.complaint')}/owner`,
  },
  onEntry('spam', { spam: false }),
  onEntry('duplicate', ({ kept }) => ({ of: kept })),
  {
    ...onEntry('convert', { type: 'commercial.type.website' }),
    path: async ({ service }) =>
      `/desk/entries/${await send(service, unique(), {}, 'etablissement/3/survey/create')}/convert`,
  },
  {
    route: 'GET /desk/statistics',
    right: 'statistics.read',
    of: 'reach',
    path: '/desk/statistics?year=2026',
  },

  { route: 'GET /desk/groups', right: 'residences.read', of: 'reach' },
  {
    route: 'POST /desk/groups',
    right: 'residences.change',
    of: 'all residences',
    body: () => ({ slug: unique(), name: 'X' }),
  },
  {
    route: 'PATCH /desk/groups/:id',
    right: 'residences.change',
    of: 'all residences',
    path: '/desk/groups/1',
    body: () => ({ name: unique() }),
  },
  { route: 'GET /desk/announcements', right: 'residences.read', of: 'reach' },
  { route: 'GET /desk/establishments', right: 'residences.read', of: 'reach' },
  {
    route: 'POST /desk/establishments',
    right: 'residences.change',
    of: 'all residences',
    body: () => ({ name: unique(), groupId: 1 }),
  },
  ...['', '/public', '/staff', '/announcements'].map(
    (part): Row => ({
      route: `GET /desk/establishments/:id${part}`,
      right: 'residences.read',
      of: 'residence 3',
      path: `/desk/establishments/3${part}`,
    }),
  ),
  {
    route: 'PATCH /desk/establishments/:id',
    right: 'residences.change',
    of: 'residence 3',
    path: '/desk/establishments/3',
    body: () => ({ about: unique() }),
  },
  {
    route: 'POST /desk/establishments/:id/staff',
    right: 'residences.change',
    of: 'residence 3',
    path: '/desk/establishments/3/staff',
    body: { name: 'X', job: 'X' },
  },
  {
    route: 'PATCH /desk/staff/:id',
    right: 'residences.change',
    of: 'residence 3',
    path: ({ staff }) => `/desk/staff/${staff}`,
    body: () => ({ name: unique() }),
  },
  {
    route: 'POST /desk/establishments/:id/announcements',
    right: 'residences.change',
    of: 'residence 3',
    path: '/desk/establishments/3/announcements',
    body: { title: 'X' },
  },
  {
    route: 'PATCH /desk/announcements/:id',
    right: 'residences.change',
    of: 'residence 3',
    path: ({ announcement }) => `/desk/announcements/${announcement}`,
    body: () => ({ title: unique() }),
  },
  {
    route: 'GET /desk/imports/:kind',
    right: 'residences.change',
    of: 'reach',
    path: '/desk/imports/staff',
  },
  {
    route: 'POST /desk/imports/:kind',
    right: 'residences.change',
    of: 'all residences',
    path: '/desk/imports/announcements',
    body: { content: 'id;establishment;title\n1;3;X' },
  },

  integration('GET /desk/callers'),
  integration('POST /desk/callers', undefined, () => ({ name: unique() })),
  integration('PATCH /desk/callers/:id', '/desk/callers/1', () => ({ name: unique() })),
  integration('POST /desk/callers/:id/passwords', '/desk/callers/1/passwords', { scope: 'full' }),
  integration(
    'DELETE /desk/passwords/:id',
    async ({ administrator }) =>
      `/desk/passwords/${idOf(await administrator.post('/desk/callers/1/passwords', { scope: 'full' }))}`,
  ),
  integration('GET /desk/endpoints'),
  integration('POST /desk/callers/:id/endpoints', '/desk/callers/1/endpoints', {
    url: 'https://hooks.example.org/',
  }),
  integration('PATCH /desk/endpoints/:id', ({ endpoint }) => `/desk/endpoints/${endpoint}`, {
    events: ['result'],
  }),
  integration('POST /desk/endpoints/:id/rotate', ({ endpoint }) => `/desk/endpoints/${endpoint}/rotate`),
  integration('POST /desk/endpoints/:id/test', ({ endpoint }) => `/desk/endpoints/${endpoint}/test`),
  integration('GET /desk/deliveries'),
  integration('GET /desk/deliveries/:id', ({ delivery }) => `/desk/deliveries/${delivery}`),
  integration('POST /desk/deliveries/:id/resend', ({ delivery }) => `/desk/deliveries/${delivery}/resend`),
  integration('POST /desk/deliveries/resend', undefined, { since: '2026-03-04' }),
  integration('GET /desk/mails'),
  integration('POST /desk/mails/:id/resend', async (things) => `/desk/mails/${await givenUp(things)}/resend`),
  integration('GET /desk/partners'),
  integration('POST /desk/partners', undefined, () => ({ slug: unique() })),
  integration('POST /desk/partners/:id/tokens', '/desk/partners/1/tokens', { until: null }),
  integration(
    'DELETE /desk/tokens/:id',
    async ({ administrator }) =>
      `/desk/tokens/${idOf(await administrator.post('/desk/partners/1/tokens', { until: null }))}`,
  ),

  integration('GET /desk/conversions'),
  integration('PATCH /desk/conversions', undefined, { on: true }),
  integration('GET /desk/conversions/withheld'),
  integration('POST /desk/conversions/password'),
  integration('DELETE /desk/conversions/password', async ({ administrator }) => {
    assert.equal((await administrator.post('/desk/conversions/password')).statusCode, 200);
    return '/desk/conversions/password';
  }),
  integration('GET /desk/conversions/files/:file', async ({ administrator }) => {
    assert.equal((await administrator.patch('/desk/conversions', { on: true })).statusCode, 200);
    return '/desk/conversions/files/google-ads';
  }),

  { route: 'GET /desk/users', right: 'users', of: 'reach' },
  {
    route: 'POST /desk/users',
    right: 'users',
    of: 'reach',
    body: () => ({ email: `${unique()}@example.org`, name: 'X', grants: askers['reader of 3'] }),
  },
  {
    route: 'PATCH /desk/users/:id',
    right: 'users',
    of: 'reach',
    path: ({ user }) => `/desk/users/${user}`,
    body: () => ({ name: unique() }),
  },
  {
    route: 'POST /desk/users/:id/invitation',
    right: 'users',
    of: 'reach',
    path: ({ user }) => `/desk/users/${user}/invitation`,
  },
  {
    route: 'DELETE /desk/users/:id/totp',
    right: 'users',
    of: 'reach',
    path: ({ user }) => `/desk/users/${user}/totp`,
  },
  { route: 'GET /desk/audit', right: 'audit', of: 'reach' },
];

/** Open to anybody: what they ask for is the credential. */
const open = ['GET /desk/openapi.json', 'POST /desk/invitation', 'POST /desk/session'];

onBothEngines('who may use which route of the desk', (engine) => {
  let service: TestService;
  let things: Things;
  let browser: string;
  let port: number;
  const desks = new Map<Asker, Desk>();
  before(async () => {
    service = await startService(engine);
    for (const asker of Object.keys(askers) as Asker[]) {
      desks.set(asker, await signIn(service, askers[asker], asker));
    }
    browser = (await newPassword(service, 'browser')).password;
    things = await makeThings(service);
    port = await listen(service.app);
  });
  after(() => service.close());

  const routes = [...new Set(matrix.map(({ route }) => route))].sort();

  it('is decided for each of them', async () => {
    // access.test.ts has all other routes.
    const all = (await routesOf(service)).filter((route) => /^[A-Z]+ \/desk\//.test(route));
    const decided = [...routes, ...open];
    assert.deepEqual(
      all.filter((route) => !route.startsWith('HEAD ')),
      decided.toSorted(),
    );
    // The same guard holds for a HEAD as for its GET, which the matrix asks for too.
    const gets = new Set(decided.filter((route) => route.startsWith('GET ')));
    assert.deepEqual(
      all.filter((route) => route.startsWith('HEAD ') && !gets.has(route.replace('HEAD', 'GET'))),
      [],
    );
  });

  it('a stream has no HEAD, which would never end', async () => {
    const headers = desks.get('administrator')?.headers ?? {};
    const answer = await service.app.inject({ method: 'HEAD', url: '/desk/changes', headers });
    assert.equal(answer.statusCode, 405);
  });

  it('and none of the rights is without a route', () => {
    const used = new Set(matrix.map(({ right }) => right));
    assert.deepEqual(
      allowed.administrator.filter((right) => !used.has(right)),
      [],
    );
  });

  for (const route of routes) {
    it(route, async () => {
      for (const row of matrix.filter((one) => one.route === route)) {
        for (const asker of Object.keys(askers) as Asker[]) {
          const request = await requestOf(row, things);
          const before = await traces();
          const desk = desks.get(asker);
          assert.ok(desk);
          const { headers } = row.endsSession ? await openDesk(service, desk.email, desk.userId) : desk;
          if (row.streams) {
            assert.equal(await beginningOf(`http://127.0.0.1:${port}${request.url}`, headers), 200, asker);
            continue;
          }
          const answer = await ask(request, headers);
          const expected = expectedOf(row, askers[asker]);
          assert.equal(answer.statusCode, expected, `${request.url}, ${asker}: ${textOf(answer)}`);
          if (request.method === 'GET') {
            const head = await ask({ ...request, method: 'HEAD' }, headers);
            assert.equal(head.statusCode, expected, `HEAD ${request.url}, ${asker}`);
          }
          if (expected === 200) continue;
          if (expected === 404) assertFailure(answer, 404, 'NOTFOUND');
          if (expected === 403) assertFailure(answer, 403, 'FORBIDDEN');
          assert.equal(
            await traces(),
            before,
            `${request.url}, ${asker}: refused, and yet something was done`,
          );
        }
      }
    });

    it(`${route}: not for who is not signed in, whatever else they know`, async () => {
      const [row] = matrix.filter((one) => one.route === route);
      assert.ok(row);
      const request = await requestOf(row, things);
      const { origin = '' } = desks.get('administrator')?.headers ?? {};
      for (const [query, headers] of [
        ['', {}],
        [`password=${service.password}`, {}],
        [`password=${browser}`, {}],
        ['', { authorization: `Bearer ${service.token}` }],
        ['', { cookie: 'accueil=' }],
        ['', { cookie: `accueil=${'A'.repeat(43)}` }],
      ] as const) {
        const url = `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`;
        const answer = await ask({ ...request, url }, { origin, ...headers });
        assertFailure(answer, 401, 'UNAUTHORIZED', /^Cookie:/);
      }
    });

    if (route.startsWith('GET ')) continue;
    it(`${route}: not for a page of somebody else`, async () => {
      const [row] = matrix.filter((one) => one.route === route);
      assert.ok(row);
      const request = await requestOf(row, things);
      const before = await traces();
      const headers = desks.get('administrator')?.headers ?? {};
      const { 'x-csrf-token': token, origin, ...session } = headers;
      assert.ok(token !== undefined && origin !== undefined);
      const theirs = desks.get('direction everywhere')?.headers['x-csrf-token'];
      for (const csrf of [{}, { 'x-csrf-token': 'x' }, { 'x-csrf-token': `${theirs}` }]) {
        assertFailure(
          await ask(request, { ...session, origin, ...csrf }),
          403,
          'FORBIDDEN',
          /^X-CSRF-Token:/,
        );
      }
      for (const foreign of [
        {},
        { origin: 'https://evil.example.org' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await ask(request, { ...session, 'x-csrf-token': token, ...foreign });
        assertFailure(answer, 403, 'FORBIDDEN', /^Origin:/);
      }
      assert.equal(await traces(), before);
    });
  }

  function ask(request: InjectOptions, headers: Readonly<Record<string, string>>) {
    return service.app.inject({ ...request, headers: { ...request.headers, ...headers } });
  }

  /** How much was written down of what anybody did. */
  async function traces(): Promise<string> {
    const count = (table: string) => number(service.database, `select count(*) from ${table}`);
    return `${await count('audit')} ${await count('history')} ${await count('outbox')}`;
  }
});

function expectedOf(
  { right, guard, of, outOfReach = 404, answered = 200 }: Row,
  grants: readonly Grant[],
): number {
  const having = (one: Right) => grants.filter(({ role }) => allowed[role].includes(one));
  if (right === 'signed-in') return answered;
  if (having(guard ?? right).length === 0) return 403;
  const places = having(right).map(({ establishmentId }) => establishmentId);
  switch (of) {
    case 'reach':
      return places.length > 0 ? 200 : 403;
    case 'residence 3':
      return places.includes(null) || places.includes(at3) ? 200 : outOfReach;
    case 'no residence':
      return places.includes(null) ? 200 : 404;
    case 'all residences':
      return places.includes(null) ? 200 : 403;
    default:
      return of satisfies never;
  }
}

async function requestOf(
  { route, path, body }: Row,
  things: Things,
): Promise<InjectOptions & { readonly url: string }> {
  const [method = '', pattern = ''] = route.split(' ');
  const url = (typeof path === 'function' ? await path(things) : path) ?? pattern;
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

async function makeThings(service: TestService): Promise<Things> {
  const administrator = await signIn(service);
  const { id: endpoint } = await newEndpoint(service);
  const staff = await administrator.post('/desk/establishments/3/staff', { name: 'X', job: 'X' });
  const offer = await administrator.post('/desk/establishments/3/announcements', { title: 'X' });
  const test = await administrator.post(`/desk/endpoints/${endpoint}/test`);
  const user = await administrator.post('/desk/users', {
    email: 'thing@example.org',
    name: 'X',
    grants: askers['reader of 3'],
  });
  const cv = { content: Buffer.from('%PDF-1.4 small').toString('base64') };
  return {
    service,
    administrator,
    entry: await send(service, 'entry', { phoneClient: '06 39 98 12 34' }),
    kept: await send(service, 'kept'),
    application: await send(service, 'application', { etablissementId: at3, cv }, 'announcement/postuler'),
    unassigned: await newUnassigned(service),
    staff: idOf(staff),
    announcement: idOf(offer),
    endpoint,
    delivery: test.json<{ deliveryId: number }>().deliveryId,
    user: idOf(user),
  };
}

/** A mail to somebody that was given up. */
async function givenUp({ service: { database }, user }: Things): Promise<number> {
  await execute(
    database,
    `insert into mails (message_id, user_id, subject, body, created_at, state, attempts)
     values ('${unique()}', ${user}, 'X', 'X', '2026-03-04T09:00:00.000Z', 'failed', 1)`,
  );
  return number(database, 'select max(id) from mails');
}

async function newUnassigned(service: TestService): Promise<number> {
  const numero = `${++made} / 1_1_1`;
  const answer = await service.exchange('/appli/partner/orientation', { NumeroDemandeOrientationCR: numero });
  assert.equal(answer.statusCode, 200, answer.body);
  return number(service.database, 'select max(id) from entries');
}
