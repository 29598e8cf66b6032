import { each, must, mustBeOk, mustBeRefused, mustFail, shown } from '../judging.ts';
import type { Sentence } from '../sentence.ts';
import { civilities, noEstablishment, surveyTypes } from '../the-contract.ts';
import { dataOf } from './looked-up.ts';

/** Route 1: contact, satisfaction and complaint forms. */
export const survey: readonly Sentence[] = [
  {
    section: '2.1',
    sentence: 'Each survey type is taken by the query parameter.',
    run: (probe) =>
      each(surveyTypes, async (type) =>
        mustBeOk(await probe.survey({}, { query: { [probe.names.surveyType]: type } })),
      ),
  },
  {
    section: '2.1',
    sentence: 'A survey type that there is not is refused.',
    run: async (probe) => mustBeRefused(await probe.survey({ [probe.names.surveyType]: 'survey.type.none' })),
  },
  {
    section: '2.1',
    sentence: 'Each civility is taken in a survey.',
    run: (probe) => each(civilities, async (civility) => mustBeOk(await probe.survey({ civility }))),
  },
  {
    section: '2.1',
    sentence: 'A civility that there is not is refused in a survey.',
    run: async (probe) => mustBeRefused(await probe.survey({ civility: 'contact.civility.dr' })),
  },
  {
    section: '2.1',
    sentence: 'A survey for establishment 2, which there is not, is refused.',
    needs: 'contract residences',
    run: async (probe) => mustBeRefused(await probe.survey({}, { establishment: noEstablishment })),
  },
  {
    section: '2.3',
    sentence: 'Each survey type is taken in the body.',
    run: (probe) =>
      each(surveyTypes, async (type) => mustBeOk(await probe.survey({ [probe.names.surveyType]: type }))),
  },
  {
    section: '2.3',
    sentence: 'A survey with every field is taken.',
    run: async (probe) =>
      mustBeOk(
        await probe.survey({
          civility: 'contact.civility.mrs',
          firstName: 'Claire',
          lastName: 'Martin',
          lastNameMarital: 'Durand',
          email: 'claire.martin@example.org',
          phone: '06 39 98 12 34',
          ip: '203.0.113.7',
          gclid: 'Cj0KCQiA-check',
          customId: probe.newCustomId(),
          urgence: 'Sous 15 jours',
          contact: 'Ma mère sort de l’hôpital.',
          contact2: 'Mon frère',
        }),
      ),
  },
  {
    section: '4.1',
    sentence: 'Route 1 answers the JSON string "ok" with status 200.',
    run: async (probe) => {
      const answer = await probe.survey({ lastName: 'Martin' });
      must(answer.status === 200 && answer.body.trim() === '"ok"', shown(answer));
      return shown(answer);
    },
  },
  {
    section: 'Surveys and commercial entries',
    sentence: 'Without a type a survey is survey.type.contact.',
    run: (probe) => typeSeen({}, 'survey.type.contact', probe),
  },
  {
    section: 'Surveys and commercial entries',
    sentence: 'The lookup tells the survey type that came in the body.',
    run: (probe) =>
      typeSeen({ [probe.names.surveyType]: 'survey.type.complaint' }, 'survey.type.complaint', probe),
  },
  {
    section: 'Surveys and commercial entries',
    sentence: 'The lookup tells the survey type that came in the query.',
    run: (probe) =>
      typeSeen({}, 'survey.type.survey', probe, { [probe.names.surveyType]: 'survey.type.survey' }),
  },
  {
    section: 'Surveys and commercial entries',
    sentence: 'Two different survey types, in the query and in the body, are refused by name.',
    run: async (probe) => {
      const name = probe.names.surveyType;
      const query = { [name]: 'survey.type.survey' };
      return mustFail(await probe.survey({ [name]: 'survey.type.contact' }, { query }), 400, 'INVALID', name);
    },
  },
  {
    section: 'Errors',
    sentence: 'A wrong civility, type or e-mail address of a survey is 400 INVALID and named.',
    run: (probe) =>
      each(
        [
          ['civility', 'contact.civility.dr'],
          [probe.names.surveyType, 'survey.type.none'],
          ['email', 'claire.martin at example.org'],
        ] as const,
        async ([field, value]) =>
          mustFail(await probe.survey({ [field]: value }), 400, 'INVALID', `${field}:`),
      ),
  },
  {
    section: 'Errors',
    sentence: 'An establishment in the path that is no integer is 400, one that there is not 404.',
    run: async (probe) => {
      mustFail(await probe.survey({}, { establishment: 'roseraie' }), 400, 'INVALID');
      return mustFail(await probe.survey({}, { establishment: 987654321 }), 404, 'NOTFOUND');
    },
  },
];

async function typeSeen(
  body: Readonly<Record<string, unknown>>,
  expected: string,
  probe: Parameters<Sentence['run']>[0],
  query: Readonly<Record<string, string>> = {},
): Promise<string> {
  const customId = probe.newCustomId();
  mustBeOk(await probe.survey({ ...body, customId }, { query }));
  const { data, seen } = await dataOf(probe, customId, 'survey');
  must(data.type === expected, seen);
  return seen;
}
