import { type Check, check } from '../check.ts';
import type { Client } from '../client.ts';
import { commercialDataFields } from '../contract.ts';
import {
  each,
  excerpt,
  expect,
  expectFailure,
  expectInvalid,
  expectKeys,
  expectOk,
  isObject,
  verify,
} from '../expect.ts';
import { dataOf, idOf, type Kind } from './look-up-data.ts';

/** Create an entry of each kind and return its customId. */
const makers: Readonly<Record<Kind, (client: Client) => Promise<string>>> = {
  commercial: (client) => made(client, client.commercial),
  survey: (client) => made(client, client.survey),
  postuler: (client) => made(client, client.application),
};
const kinds = ['commercial', 'survey', 'postuler'] as const;

async function made(client: Client, create: Client['survey']): Promise<string> {
  const customId = client.newCustomId();
  expectOk(await create({ customId }));
  return customId;
}

/** Route 3. */
export const lookup: readonly Check[] = [
  check('2.7', 'data of a commercial entry has the fields of the contract and no others.', async (client) => {
    const { data, observed } = await dataOf(client, await makers.commercial(client), 'commercial');
    expectKeys(data, commercialDataFields, 'data');
    return observed;
  }),
  check('2.7', 'id is an integer, and customId the string that was sent.', (client) =>
    each(kinds, async (kind) => {
      const customId = await makers[kind](client);
      const { data, observed } = await dataOf(client, customId, kind);
      return verify(Number.isInteger(data.id) && data.customId === customId, observed);
    }),
  ),
  check('2.7', 'comment is a string when one was sent.', async (client) => {
    const customId = client.newCustomId();
    expectOk(await client.commercial({ customId, comment: 'Au calme.' }));
    const { data, observed } = await dataOf(client, customId, 'commercial');
    return verify(data.comment === 'Au calme.', observed);
  }),
  check(
    '4.1',
    'Route 3 finds commercial entries, surveys and applications, each with its kind in type.',
    (client) =>
      each(kinds, async (kind) => (await dataOf(client, await makers[kind](client), kind)).observed),
  ),
  check('4.1', 'A customId comes back as it was chosen, whatever its characters.', (client) =>
    each(
      ['a b', 'a/b', 'a%2Fb', 'a+b', 'a?b#c', 'é’…', '日本', '🏡', '"quoted" & <b>', "l'id", 'a\\b', '..'],
      async (odd) => {
        const customId = `${client.newCustomId()} ${odd}`;
        expectOk(await client.survey({ customId }));
        const { data, observed } = await dataOf(client, customId, 'survey');
        return verify(data.customId === customId, observed);
      },
    ),
  ),
  check(
    '7',
    'When no entry carries the customId, the answer is 404 with the code NORESULT.',
    async (client) => expectFailure(await client.lookup(client.newCustomId()), 404, 'NORESULT'),
  ),
  check('7', 'There is never a type without data, found or not.', async (client) => {
    const responses = [await client.lookup(client.newCustomId())];
    for (const kind of kinds) responses.push(await client.lookup(await makers[kind](client)));
    for (const response of responses) {
      expect(isObject(response.json), excerpt(response));
      const { type, data } = response.json;
      expect(type === undefined || isObject(data), excerpt(response));
    }
    return `${responses.length} answers, none with type alone`;
  }),
  check(
    'Limits',
    'A customId may have 255 characters, of four bytes each too, and not 256.',
    async (client) => {
      for (const filler of ['a', '🏡']) {
        const customId = client.newCustomId();
        const longest = customId + filler.repeat(255 - customId.length);
        expectOk(await client.survey({ customId: longest }));
        await idOf(client, longest, 'survey');
      }
      const tooLong = client.newCustomId().padEnd(256, 'a');
      return expectInvalid(await client.survey({ customId: tooLong }), 'customId');
    },
  ),
  check(
    'Looking an entry up',
    'data of a survey has id, customId, type, status, comment and commentBy.',
    async (client) => {
      const { data, observed } = await dataOf(client, await makers.survey(client), 'survey');
      expectKeys(data, ['id', 'customId', 'type', 'status', 'comment', 'commentBy'], 'data');
      return observed;
    },
  ),
  check(
    'Looking an entry up',
    'data of an application has id, customId, announcementId, status, comment and commentBy.',
    async (client) => {
      const { data, observed } = await dataOf(client, await makers.postuler(client), 'postuler');
      expectKeys(data, ['id', 'customId', 'announcementId', 'status', 'comment', 'commentBy'], 'data');
      return observed;
    },
  ),
  check('Looking an entry up', 'A new survey or application has the status new and no comment.', (client) =>
    each(['survey', 'postuler'] as const, async (kind) => {
      const { data, observed } = await dataOf(client, await makers[kind](client), kind);
      return verify(data.status === 'new' && data.comment === null && data.commentBy === null, observed);
    }),
  ),
  check('Looking an entry up', 'What is not known of a commercial entry is null.', async (client) => {
    const customId = await makers.commercial(client);
    const { data, observed } = await dataOf(client, customId, 'commercial');
    const { id: _, customId: __, ...others } = data;
    return verify(
      Object.values(others).every((value) => value === null),
      observed,
    );
  }),
  check(
    'Looking an entry up',
    'When several entries carry the same customId, the newest answers.',
    async (client) => {
      const customId = client.newCustomId();
      expectOk(await client.commercial({ customId, comment: 'first' }));
      const first = await idOf(client, customId, 'commercial');
      expectOk(await client.commercial({ customId, comment: 'second' }));
      const { data, observed } = await dataOf(client, customId, 'commercial');
      return verify(data.comment === 'second' && data.id !== first, observed);
    },
  ),
  check(
    'Looking an entry up',
    'A customId is compared exactly: capitals and spaces at its ends count.',
    async (client) => {
      const customId = `${client.newCustomId()} Abc `;
      expectOk(await client.survey({ customId }));
      const { data } = await dataOf(client, customId, 'survey');
      expect(data.customId === customId, JSON.stringify(data.customId));
      expectFailure(await client.lookup(customId.toLowerCase()), 404, 'NORESULT');
      return expectFailure(await client.lookup(customId.trim()), 404, 'NORESULT');
    },
  ),
  check('Sending', 'A customId with a control character or half a character is refused by name.', (client) =>
    each(['a\nb', 'a\u0000b', 'a\ud800'], async (customId) =>
      expectInvalid(await client.survey({ customId }), 'customId'),
    ),
  ),
];
