import { type Check, check } from '../check.ts';
import { commercialDataFields } from '../contract.ts';
import {
  each,
  excerpt,
  expect,
  expectFailure,
  expectInvalid,
  expectKeys,
  isObject,
  verify,
} from '../expect.ts';
import { createdData } from './look-up-data.ts';

const kinds = ['commercial', 'survey', 'postuler'] as const;

/** Route 3. */
export const lookup: readonly Check[] = [
  check('2.7', 'data of a commercial entry has the fields of the contract and no others.', async (client) => {
    const { data, observed } = await createdData(client, 'commercial');
    expectKeys(data, commercialDataFields, 'data');
    return observed;
  }),
  check('2.7', 'id is an integer, and customId the string that was sent.', (client) =>
    each(kinds, async (kind) => {
      const { customId, data, observed } = await createdData(client, kind);
      return verify(Number.isInteger(data.id) && data.customId === customId, observed);
    }),
  ),
  check('2.7', 'comment is a string when one was sent.', async (client) => {
    const { data, observed } = await createdData(client, 'commercial', { comment: 'Au calme.' });
    return verify(data.comment === 'Au calme.', observed);
  }),
  check(
    '4.1',
    'Route 3 finds commercial entries, surveys and applications, each with its kind in type.',
    (client) => each(kinds, async (kind) => (await createdData(client, kind)).observed),
  ),
  check('4.1', 'A customId comes back as it was chosen, whatever its characters.', (client) =>
    each(
      ['a b', 'a/b', 'a%2Fb', 'a+b', 'a?b#c', 'é’…', '日本', '🏡', '"quoted" & <b>', "l'id", 'a\\b', '..'],
      async (odd) => {
        const customId = `${client.newCustomId()} ${odd}`;
        const { data, observed } = await createdData(client, 'survey', { customId });
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
    for (const kind of kinds) {
      const { customId } = await createdData(client, kind);
      responses.push(await client.lookup(customId));
    }
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
        await createdData(client, 'survey', { customId: longest });
      }
      const tooLong = client.newCustomId().padEnd(256, 'a');
      return expectInvalid(await client.survey({ customId: tooLong }), 'customId');
    },
  ),
  check(
    'Looking an entry up',
    'data of a survey has id, customId, type, status, comment and commentBy.',
    async (client) => {
      const { data, observed } = await createdData(client, 'survey');
      expectKeys(data, ['id', 'customId', 'type', 'status', 'comment', 'commentBy'], 'data');
      return observed;
    },
  ),
  check(
    'Looking an entry up',
    'data of an application has id, customId, announcementId, status, comment and commentBy.',
    async (client) => {
      const { data, observed } = await createdData(client, 'postuler');
      expectKeys(data, ['id', 'customId', 'announcementId', 'status', 'comment', 'commentBy'], 'data');
      return observed;
    },
  ),
  check('Looking an entry up', 'A new survey or application has the status new and no comment.', (client) =>
    each(['survey', 'postuler'] as const, async (kind) => {
      const { data, observed } = await createdData(client, kind);
      return verify(data.status === 'new' && data.comment === null && data.commentBy === null, observed);
    }),
  ),
  check('Looking an entry up', 'What is not known of a commercial entry is null.', async (client) => {
    const { data, observed } = await createdData(client, 'commercial');
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
      const { customId, data: first } = await createdData(client, 'commercial', { comment: 'first' });
      const sent = { customId, comment: 'second' };
      const { data, observed } = await createdData(client, 'commercial', sent);
      const isNewer = typeof first.id === 'number' && data.id !== first.id;
      return verify(data.comment === 'second' && isNewer, observed);
    },
  ),
  check(
    'Looking an entry up',
    'A customId is compared exactly: capitals and spaces at its ends count.',
    async (client) => {
      const customId = `${client.newCustomId()} Abc `;
      const { data } = await createdData(client, 'survey', { customId });
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
