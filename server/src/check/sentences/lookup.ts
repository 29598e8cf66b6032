import { each, isObject, must, mustBeOk, mustFail, mustHaveKeys, shown } from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Sentence } from '../sentence.ts';
import { commercialDataFields } from '../the-contract.ts';
import { dataOf, idOf, type Kind } from './looked-up.ts';

/** Makes an entry of each kind; answers its customId. */
const makers: Readonly<Record<Kind, (probe: Probe) => Promise<string>>> = {
  commercial: (probe) => made(probe, probe.commercial),
  survey: (probe) => made(probe, probe.survey),
  postuler: (probe) => made(probe, probe.application),
};
const kinds = ['commercial', 'survey', 'postuler'] as const;

async function made(probe: Probe, create: Probe['survey']): Promise<string> {
  const customId = probe.newCustomId();
  mustBeOk(await create({ customId }));
  return customId;
}

/** Route 3. */
export const lookup: readonly Sentence[] = [
  {
    section: '2.7',
    sentence: 'data of a commercial entry has the fields of the contract and no others.',
    run: async (probe) => {
      const { data, seen } = await dataOf(probe, await makers.commercial(probe), 'commercial');
      mustHaveKeys(data, commercialDataFields, 'data');
      return seen;
    },
  },
  {
    section: '2.7',
    sentence: 'id is an integer, and customId the string that was sent.',
    run: (probe) =>
      each(kinds, async (kind) => {
        const customId = await makers[kind](probe);
        const { data, seen } = await dataOf(probe, customId, kind);
        must(Number.isInteger(data.id) && data.customId === customId, seen);
        return seen;
      }),
  },
  {
    section: '2.7',
    sentence: 'comment is a string when one was sent.',
    run: async (probe) => {
      const customId = probe.newCustomId();
      mustBeOk(await probe.commercial({ customId, comment: 'Au calme.' }));
      const { data, seen } = await dataOf(probe, customId, 'commercial');
      must(data.comment === 'Au calme.', seen);
      return seen;
    },
  },
  {
    section: '4.1',
    sentence: 'Route 3 finds commercial entries, surveys and applications, each with its kind in type.',
    run: (probe) => each(kinds, async (kind) => (await dataOf(probe, await makers[kind](probe), kind)).seen),
  },
  {
    section: '4.1',
    sentence: 'A customId comes back as it was chosen, whatever its characters.',
    run: (probe) =>
      each(
        ['a b', 'a/b', 'a%2Fb', 'a+b', 'a?b#c', 'é’…', '日本', '🏡', '"quoted" & <b>', "l'id", 'a\\b', '..'],
        async (odd) => {
          const customId = `${probe.newCustomId()} ${odd}`;
          mustBeOk(await probe.survey({ customId }));
          const { data, seen } = await dataOf(probe, customId, 'survey');
          must(data.customId === customId, seen);
          return seen;
        },
      ),
  },
  {
    section: '7',
    sentence: 'When no entry carries the customId, the answer is 404 with the code NORESULT.',
    run: async (probe) => mustFail(await probe.lookup(probe.newCustomId()), 404, 'NORESULT'),
  },
  {
    section: '7',
    sentence: 'There is never a type without data, found or not.',
    run: async (probe) => {
      const answers = [await probe.lookup(probe.newCustomId())];
      for (const kind of kinds) answers.push(await probe.lookup(await makers[kind](probe)));
      for (const answer of answers) {
        must(isObject(answer.json), shown(answer));
        const { type, data } = answer.json;
        must(type === undefined || isObject(data), shown(answer));
      }
      return `${answers.length} answers, none with type alone`;
    },
  },
  {
    section: 'Limits',
    sentence: 'A customId may have 255 characters, of four bytes each too, and not 256.',
    run: async (probe) => {
      for (const filler of ['a', '🏡']) {
        const customId = probe.newCustomId();
        const longest = customId + filler.repeat(255 - customId.length);
        mustBeOk(await probe.survey({ customId: longest }));
        await idOf(probe, longest, 'survey');
      }
      const tooLong = probe.newCustomId().padEnd(256, 'a');
      return mustFail(await probe.survey({ customId: tooLong }), 400, 'INVALID', 'customId');
    },
  },
  {
    section: 'Looking an entry up',
    sentence: 'data of a survey has id, customId, type, status, comment and commentBy.',
    run: async (probe) => {
      const { data, seen } = await dataOf(probe, await makers.survey(probe), 'survey');
      mustHaveKeys(data, ['id', 'customId', 'type', 'status', 'comment', 'commentBy'], 'data');
      return seen;
    },
  },
  {
    section: 'Looking an entry up',
    sentence: 'data of an application has id, customId, announcementId, status, comment and commentBy.',
    run: async (probe) => {
      const { data, seen } = await dataOf(probe, await makers.postuler(probe), 'postuler');
      mustHaveKeys(data, ['id', 'customId', 'announcementId', 'status', 'comment', 'commentBy'], 'data');
      return seen;
    },
  },
  {
    section: 'Looking an entry up',
    sentence: 'A new survey or application has the status new and no comment.',
    run: (probe) =>
      each(['survey', 'postuler'] as const, async (kind) => {
        const { data, seen } = await dataOf(probe, await makers[kind](probe), kind);
        must(data.status === 'new' && data.comment === null && data.commentBy === null, seen);
        return seen;
      }),
  },
  {
    section: 'Looking an entry up',
    sentence: 'What is not known of a commercial entry is null.',
    run: async (probe) => {
      const customId = await makers.commercial(probe);
      const { data, seen } = await dataOf(probe, customId, 'commercial');
      const { id: _, customId: __, ...others } = data;
      must(
        Object.values(others).every((value) => value === null),
        seen,
      );
      return seen;
    },
  },
  {
    section: 'Looking an entry up',
    sentence: 'When several entries carry the same customId, the newest answers.',
    run: async (probe) => {
      const customId = probe.newCustomId();
      mustBeOk(await probe.commercial({ customId, comment: 'first' }));
      const first = await idOf(probe, customId, 'commercial');
      mustBeOk(await probe.commercial({ customId, comment: 'second' }));
      const { data, seen } = await dataOf(probe, customId, 'commercial');
      must(data.comment === 'second' && data.id !== first, seen);
      return seen;
    },
  },
  {
    section: 'Looking an entry up',
    sentence: 'A customId is compared exactly: capitals and spaces at its ends count.',
    run: async (probe) => {
      const customId = `${probe.newCustomId()} Abc `;
      mustBeOk(await probe.survey({ customId }));
      const { data } = await dataOf(probe, customId, 'survey');
      must(data.customId === customId, JSON.stringify(data.customId));
      mustFail(await probe.lookup(customId.toLowerCase()), 404, 'NORESULT');
      return mustFail(await probe.lookup(customId.trim()), 404, 'NORESULT');
    },
  },
  {
    section: 'Sending',
    sentence: 'A customId with a control character or half a character is refused by name.',
    run: (probe) =>
      each(['a\nb', 'a\u0000b', 'a\ud800'], async (customId) =>
        mustFail(await probe.survey({ customId }), 400, 'INVALID', 'customId'),
      ),
  },
];
