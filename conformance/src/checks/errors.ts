import { type Check, check, partnerCheck } from '../check.ts';
import type { ApiRequest, Client } from '../client.ts';
import {
  each,
  excerpt,
  expect,
  expectFailure,
  expectInvalid,
  expectPartnerFailure,
  expectRefusal,
} from '../expect.ts';

const surveyPath = ({ establishment }: Client) => `/fr/etablissement/${establishment}/survey/create`;
const surveyQuery = ({ names, target }: Client) => ({ [names.test]: 1, password: target.password });

/** Responses to a creation, two reads and two failing requests. */
async function someAnswers(client: Client) {
  return [
    await client.survey({}),
    await client.get('/fr/jobs'),
    await client.lookup(client.newCustomId()),
    await client.request({ path: '/fr/statscontact/2026' }),
    await client.request({ path: '/fr/nothing-here' }),
  ];
}

/** Contract 7, and what every response has in common. */
export const errors: readonly Check[] = [
  check('4', 'Answers are JSON and say so, failures included.', async (client) =>
    each(await someAnswers(client), async (response) => {
      const type = response.headers['content-type'];
      expect(
        /^application\/json\b/.test(type ?? '') && response.json !== undefined,
        `${type}: ${excerpt(response)}`,
      );
      return `Content-Type: ${type}`;
    }),
  ),
  check(
    '7',
    'A failure of the main API is an object with error, an object with message and code, both strings.',
    async (client) => {
      const responses = [
        await client.survey({ email: 'nobody' }),
        await client.commercial({ dateFirstContact: 'tomorrow' }),
        await client.lookup(client.newCustomId()),
        await client.get('/fr/etablissements/no-such-group'),
        await client.get('/fr/statscontact/now'),
      ];
      return each(responses, async (response) => expectRefusal(response));
    },
  ),
  check(
    'Who may call',
    'Every answer carries Cache-Control: no-store and Referrer-Policy: no-referrer.',
    async (client) =>
      each(await someAnswers(client), async ({ headers }) => {
        const { 'cache-control': cache, 'referrer-policy': referrer } = headers;
        expect(/\bno-store\b/.test(cache ?? ''), `Cache-Control: ${cache}`);
        expect(referrer === 'no-referrer', `Referrer-Policy: ${referrer}`);
        return `Cache-Control: ${cache}`;
      }),
  ),
  check('Errors', 'Every answer carries X-Request-Id, each its own.', async (client) => {
    const ids = (await someAnswers(client)).map(({ headers }) => headers['x-request-id']);
    expect(!ids.includes(undefined), `X-Request-Id: ${ids.join(', ')}`);
    expect(new Set(ids).size === ids.length, `X-Request-Id: ${ids.join(', ')}`);
    return `X-Request-Id: ${ids.at(-1)}`;
  }),
  check('Errors', 'A path that is not there is 404 NOTFOUND.', async (client) =>
    expectFailure(await client.get('/fr/nothing-here'), 404, 'NOTFOUND'),
  ),
  check('Errors', 'A method that the path does not take is 405 METHOD with Allow.', (client) =>
    each<ApiRequest & { readonly takes: string }>(
      [
        { method: 'GET', path: surveyPath(client), takes: 'POST' },
        { method: 'PUT', path: surveyPath(client), takes: 'POST' },
        { method: 'DELETE', path: '/fr/jobs', takes: 'GET' },
        { method: 'POST', path: '/fr/customId/accueil-check', takes: 'GET' },
      ],
      async ({ takes, ...request }) => {
        const response = await client.request({ ...request, query: { password: client.target.password } });
        const { allow } = response.headers;
        expect(allow?.split(/,\s*/).includes(takes) === true, `${excerpt(response)}, Allow: ${allow}`);
        return `${expectFailure(response, 405, 'METHOD')}, Allow: ${allow}`;
      },
    ),
  ),
  check('Errors', 'A body that is no JSON object is 400 INVALID.', (client) =>
    each(['{"lastName":', '[]', '"text"', '12', 'null', 'lastName=Martin'], async (body) =>
      expectInvalid(await client.survey(body), 'body'),
    ),
  ),
  check('Errors', 'No body at all is refused: 400, or 415 without a Content-Type.', async (client) => {
    const request = { method: 'POST', path: surveyPath(client), query: surveyQuery(client) };
    const response = await client.request(request);
    expect([400, 415].includes(response.status), excerpt(response));
    expectRefusal(response);
    const headers = { 'content-type': 'application/json' };
    return expectInvalid(await client.request({ ...request, headers }), 'body');
  }),
  check('Errors', 'A body of another type, in another charset or compressed is 415 UNSUPPORTED.', (client) =>
    each<Readonly<Record<string, string>>>(
      [
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/xml' },
        { 'content-type': 'application/json; charset=iso-8859-1' },
        { 'content-encoding': 'gzip' },
      ],
      async (headers) =>
        expectFailure(await client.survey({}, { headers }), 415, 'UNSUPPORTED', 'Content-Type'),
    ),
  ),
  partnerCheck(
    'Errors',
    'On the exchange a body that is no JSON object is 400, one of another type 415.',
    async (client) => {
      for (const body of ['{"a":', '[]', '"text"'])
        expectPartnerFailure(await client.orientation(body), 400, 'body');
      const headers = { 'content-type': 'text/plain' };
      return expectPartnerFailure(await client.orientation({}, { headers }), 415);
    },
  ),
];
