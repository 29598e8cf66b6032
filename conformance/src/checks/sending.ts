import { type Check, check } from '../check.ts';
import type { Client } from '../client.ts';
import { each, expect, expectInvalid, expectOk, verify } from '../expect.ts';
import { createdData } from './look-up-data.ts';

/** How bodies and queries are read. */
export const sending: readonly Check[] = [
  check('Sending', '{} is taken by every creating route.', async (client) => {
    expectOk(await client.survey({}));
    expectOk(await client.commercial({}));
    return expectOk(await client.application({}));
  }),
  check('Sending', 'null and "" are absent in every field, at every depth.', async (client) => {
    const { commercialType, resultat } = client.names;
    for (const nothing of [null, '']) {
      expectOk(await client.survey({ civility: nothing, email: nothing, customId: nothing, phone: nothing }));
      expectOk(
        await client.commercial({
          [commercialType]: nothing,
          ageClient: nothing,
          birthdateClient: nothing,
          commercialrelations: [{ civilite: nothing, email: nothing }],
          commercialactions: nothing,
        }),
      );
    }
    const { data, observed } = await createdData(client, 'commercial', { [resultat]: '', comment: '' });
    return verify(data.resultat === null && data.comment === null, observed);
  }),
  check('Sending', 'Values of another type are converted when nothing is lost.', (client) =>
    each([{ ageClient: '85' }, { codePostalClient: 49000 }, { budget: 2500 }], async (body) =>
      expectOk(await client.commercial(body)),
    ),
  ),
  check('Sending', 'What form plug-ins make of a field is read as it was meant.', (client) =>
    each(
      [
        { delais: ['Sous 15 jours'] },
        { securite: ['Unité protégée', 'Fugue'] },
        { comment: [], commercialrelations: {} },
        { commercialrelations: { 0: { lastName: 'Martin' }, 2: { lastName: 'Petit' } } },
        { commercialrelations: { lastName: 'Martin' }, emailClient: 'mailto:claire.martin@example.org' },
        { emailClient: 'Claire <claire.martin@example.org>', ageClient: ['85'] },
      ],
      async (body) => expectOk(await client.commercial(body)),
    ),
  ),
  check('Sending', 'Several values in a text are joined by a comma.', (client) =>
    expectComment(client, ['Au calme', 'Au sud'], 'Au calme, Au sud'),
  ),
  check(
    'Sending',
    'Fields that the contract does not name are no error, at the top and within.',
    async (client) =>
      expectOk(
        await client.commercial({
          unnamed: { deep: [1, 'two', null, { three: true }] },
          constructor: 'a field like any other',
          'a.b[0]': 1,
          commercialrelations: [{ unnamed: 1 }],
          commercialactions: [{ unnamed: 1 }],
        }),
      ),
  ),
  check(
    'Sending',
    'A text is trimmed, its line breaks stay, and what is no valid Unicode is mended.',
    (client) =>
      each(
        [
          { sent: '  Au calme.  ', kept: 'Au calme.' },
          { sent: 'Au calme.\nAu sud.', kept: 'Au calme.\nAu sud.' },
          { sent: 'e\u0301t\u00e9 \ud83c\udfe1', kept: '\u00e9t\u00e9 \ud83c\udfe1' },
          { sent: 'a\u0000b', kept: 'a b' },
          { sent: 'a\ud800b', kept: 'a\ufffdb' },
        ],
        ({ sent, kept }) => expectComment(client, sent, kept),
      ),
  ),
  check('Forms', 'A creating route takes a form, and a test is told which fields have no place.', (client) =>
    each(
      [
        { type: 'application/x-www-form-urlencoded', body: 'lastNameClient=Martin&your-name=Petit' },
        {
          type: 'multipart/form-data; boundary=b',
          body: ['lastNameClient', 'your-name']
            .map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nMartin\r\n`)
            .concat('--b--\r\n')
            .join(''),
        },
      ],
      async ({ type, body }) => {
        const response = await client.commercial(body, { headers: { 'content-type': type } });
        expectOk(response);
        const unread = response.headers['x-unread-fields'];
        return verify(unread === 'your-name', `X-Unread-Fields: ${unread}`);
      },
    ),
  ),
  check('Forms', 'A form that is none is 400 INVALID.', async (client) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    return expectInvalid(await client.commercial('--other', { headers }), 'body');
  }),
  check('Sending', 'A query parameter sent twice is refused.', async (client) => {
    const password = encodeURIComponent(client.target.password);
    const path = `/fr/commercial/checkPhone?password=${password}&phone=0639981234&phone=0199001234`;
    return expectInvalid(await client.request({ path }), 'phone');
  }),
];

async function expectComment(client: Client, sent: string | string[], kept: string): Promise<string> {
  const { data } = await createdData(client, 'commercial', { comment: sent });
  expect(data.comment === kept, `${JSON.stringify(data.comment)} of ${JSON.stringify(sent)}`);
  return JSON.stringify(data.comment);
}
