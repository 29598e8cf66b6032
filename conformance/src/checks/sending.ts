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
  check('Sending', 'A query parameter sent twice is refused.', async (client) => {
    const password = encodeURIComponent(client.target.password);
    const path = `/fr/commercial/checkPhone?password=${password}&phone=0639981234&phone=0199001234`;
    return expectInvalid(await client.request({ path }), 'phone');
  }),
];

async function expectComment(client: Client, sent: string, kept: string): Promise<string> {
  const { data } = await createdData(client, 'commercial', { comment: sent });
  expect(data.comment === kept, `${JSON.stringify(data.comment)} of ${JSON.stringify(sent)}`);
  return JSON.stringify(data.comment);
}
