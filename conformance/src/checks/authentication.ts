import { browserCheck, type Check, check, partnerCheck } from '../check.ts';
import type { ApiRequest, Client } from '../client.ts';
import {
  each,
  excerpt,
  expect,
  expectFailure,
  expectOk,
  expectPartnerFailure,
  expectPartnerRefusal,
  expectRefusal,
  isObject,
  type Json,
  verify,
} from '../expect.ts';
import type { HttpResponse } from '../http.ts';

const creating = ({ establishment, names }: Client): ApiRequest[] =>
  [
    `/fr/etablissement/${establishment}/survey/create`,
    `/fr/etablissement/${establishment}/commercial/create`,
    '/fr/announcement/postuler',
  ].map((path) => ({ path, query: { [names.test]: 1 }, body: {} }));
const lookup: ApiRequest = { path: '/fr/customId/accueil-check' };
const phoneCheck: ApiRequest = { path: '/fr/commercial/checkPhone', query: { phone: '0639981234' } };
const statistics: ApiRequest = { path: '/fr/statscontact/2026' };
const directories = ({ establishment, groups: [group = ''] }: Client): ApiRequest[] => [
  { path: `/fr/etablissements/${group}` },
  { path: `/fr/etablissement/show/${establishment}` },
  { path: `/fr/jobs/${group}` },
  { path: '/fr/jobs' },
];
const exchangePaths = ['/orientation', '/suivi', '/test'] as const;
/** Fields that no installation may show without a password. */
const confidential = ['iban', 'bic', 'banque', 'sepa', 'urssafRef', 'urssafNum'] as const;

const wrongPassword = 'accueil-check-no-password';
const wrongToken = 'accueil-check-no-token';

/** Contract 5: passwords and tokens. */
export const authentication: readonly Check[] = [
  check('5', 'Route 4 without a password is refused.', async (client) =>
    expectRefusal(await client.request(phoneCheck)),
  ),
  partnerCheck('5', 'Routes 10 to 12 without a token are refused.', (client) =>
    each(exchangePaths, async (path) =>
      expectPartnerRefusal(await client.requestPartner({ method: 'POST', path, body: {} })),
    ),
  ),
  check(
    'Who may call',
    'Without a password, or with an empty one, every route is 401 UNAUTHORIZED, residences and job offers aside.',
    async (client) => {
      const empty = { ...statistics, query: { password: '' } };
      return each([empty, ...creating(client), lookup, phoneCheck, statistics], async (request) =>
        expectUnauthorized(await client.request(request)),
      );
    },
  ),
  check(
    'Who may call',
    'Residences and job offers without a password are 401 UNAUTHORIZED, or shown without bank details.',
    (client) =>
      each(directories(client), async (request) => {
        const response = await client.request(request);
        if (response.status !== 200) return expectUnauthorized(response);
        for (const establishment of establishmentsIn(response)) {
          const disclosed = confidential.filter((key) => establishment[key] !== '');
          expect(disclosed.length === 0, `${disclosed.join(', ')} of establishment ${establishment.id}`);
        }
        return `shown without a password, ${confidential.join(', ')} empty`;
      }),
  ),
  check(
    'Who may call',
    'A wrong password is refused everywhere.',
    // A few routes only: wrong guesses are limited to 20 in 5 minutes.
    (client) =>
      each(
        [...creating(client).slice(0, 1), lookup, phoneCheck, ...directories(client).slice(1, 2)],
        async (request) => {
          const query = { ...request.query, password: wrongPassword };
          return refusedGuess(await client.request({ ...request, query }), expectUnauthorized);
        },
      ),
  ),
  check('Who may call', 'A refusal does not repeat the password.', async (client) => {
    const query = { ...phoneCheck.query, password: wrongPassword };
    const response = await client.request({ ...phoneCheck, query });
    expect(!response.body.includes(wrongPassword), 'it does');
    return expectRefusal(response);
  }),
  check(
    'Who may call',
    'The password is looked at before the request, and the path before the password.',
    async (client) => {
      const [request] = creating(client);
      if (request === undefined) return 'nothing to try';
      expectFailure(await client.request({ ...request, body: '{"no":' }), 401, 'UNAUTHORIZED');
      return expectFailure(await client.request({ path: '/fr/nothing-here' }), 404, 'NOTFOUND');
    },
  ),
  partnerCheck(
    'Who may call',
    'Without a token, or with another scheme, the exchange is 401 with WWW-Authenticate: Bearer.',
    (client) =>
      each(
        exchangePaths.flatMap((path) => [
          { path, headers: {} },
          { path, headers: { authorization: 'Basic YWNjdWVpbDpjaGVjaw==' } },
        ]),
        async ({ path, headers }) =>
          withChallenge(await client.requestPartner({ method: 'POST', path, headers, body: {} })),
      ),
  ),
  partnerCheck('Who may call', 'A wrong token is 401 with WWW-Authenticate: Bearer.', async (client) =>
    refusedGuess(
      await client.requestPartner({
        method: 'POST',
        path: '/test',
        headers: { authorization: `Bearer ${wrongToken}` },
      }),
      withChallenge,
    ),
  ),
  browserCheck(
    'Who may call',
    'A page of an allowed origin may create entries with a browser password, and read the answer.',
    (client) =>
      each(creating(client), async (request) => {
        const response = await requestFromPage(client, request);
        expectOk(response);
        client.created.tests++;
        return `${excerpt(response)}, ${expectAllowedOrigin(client, response)}`;
      }),
  ),
  browserCheck(
    'Who may call',
    'Browsers’ preflight requests are answered for a browser password.',
    (client) =>
      each(creating(client), async ({ path }) => {
        const response = await requestFromPage(client, {
          method: 'OPTIONS',
          path,
          headers: {
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
        const { status, headers } = response;
        expect(status >= 200 && status < 300, excerpt(response));
        const allowed = headers['access-control-allow-headers'];
        expect(/content-type/i.test(allowed ?? ''), `Access-Control-Allow-Headers: ${allowed}`);
        return `${status}, ${expectAllowedOrigin(client, response)}`;
      }),
  ),
  browserCheck('Who may call', 'A browser password can only create entries.', (client) =>
    each([lookup, phoneCheck, statistics, ...directories(client)], async (request) =>
      expectFailure(await requestFromPage(client, request), 403, 'FORBIDDEN'),
    ),
  ),
];

function expectUnauthorized(response: HttpResponse): string {
  return expectFailure(response, 401, 'UNAUTHORIZED', 'password');
}

/** Sends a request as a page of the allowed origin does, with the browser password. */
function requestFromPage(client: Client, request: ApiRequest): Promise<HttpResponse> {
  const { password = '', origin = '' } = client.target.browser ?? {};
  const query = { ...request.query, password };
  return client.request({ ...request, query, headers: { ...request.headers, origin } });
}

function expectAllowedOrigin({ target }: Client, { headers }: HttpResponse): string {
  const allowed = headers['access-control-allow-origin'];
  return verify(
    allowed === target.browser?.origin || allowed === '*',
    `Access-Control-Allow-Origin: ${allowed}`,
  );
}

/** Accepts a 429 as well: guesses are limited, and several runs in a row exceed the limit. */
function refusedGuess(response: HttpResponse, expectRefused: (response: HttpResponse) => string): string {
  if (response.status !== 429) return expectRefused(response);
  expect(Number(response.headers['retry-after']) > 0, `429 without Retry-After: ${excerpt(response)}`);
  return `${excerpt(response)} (guesses from this address are limited for now)`;
}

function withChallenge(response: HttpResponse): string {
  expectPartnerFailure(response, 401);
  const challenge = response.headers['www-authenticate'];
  expect(/^Bearer\b/.test(challenge ?? ''), `WWW-Authenticate: ${challenge}`);
  return `${excerpt(response)}, WWW-Authenticate: ${challenge}`;
}

function establishmentsIn({ json }: HttpResponse): readonly Json[] {
  if (!isObject(json)) return [];
  if ('id' in json) return [json];
  return Array.isArray(json.etablissements) ? json.etablissements.filter(isObject) : [];
}
