import { type Check, check, contractResidencesCheck } from '../check.ts';
import { civilities, noEstablishment, surveyTypes } from '../contract.ts';
import { each, excerpt, expectFailure, expectInvalid, expectOk, expectRefusal, verify } from '../expect.ts';
import { createdData } from './look-up-data.ts';

/** Route 1: contact, satisfaction and complaint forms. */
export const survey: readonly Check[] = [
  check('2.1', 'Each survey type is taken by the query parameter.', (client) =>
    each(surveyTypes, async (type) =>
      expectOk(await client.survey({}, { query: { [client.names.surveyType]: type } })),
    ),
  ),
  check('2.1', 'A survey type that there is not is refused.', async (client) =>
    expectRefusal(await client.survey({ [client.names.surveyType]: 'survey.type.none' })),
  ),
  check('2.1', 'Each civility is taken in a survey.', (client) =>
    each(civilities, async (civility) => expectOk(await client.survey({ civility }))),
  ),
  check('2.1', 'A civility that there is not is refused in a survey.', async (client) =>
    expectRefusal(await client.survey({ civility: 'contact.civility.dr' })),
  ),
  contractResidencesCheck(
    '2.1',
    'A survey for establishment 2, which there is not, is refused.',
    async (client) => expectRefusal(await client.survey({}, { establishment: noEstablishment })),
  ),
  check('2.3', 'Each survey type is taken in the body.', (client) =>
    each(surveyTypes, async (type) => expectOk(await client.survey({ [client.names.surveyType]: type }))),
  ),
  check('2.3', 'A survey with every field is taken.', async (client) =>
    expectOk(
      await client.survey({
        civility: 'contact.civility.mrs',
        firstName: 'Claire',
        lastName: 'Martin',
        lastNameMarital: 'Durand',
        email: 'claire.martin@example.org',
        phone: '06 39 98 12 34',
        ip: '203.0.113.7',
        gclid: 'Cj0KCQiA-check',
        customId: client.newCustomId(),
        urgence: 'Sous 15 jours',
        contact: 'Ma mère sort de l’hôpital.',
        contact2: 'Mon frère',
      }),
    ),
  ),
  check('4.1', 'Route 1 answers the JSON string "ok" with status 200.', async (client) => {
    const response = await client.survey({ lastName: 'Martin' });
    return verify(response.status === 200 && response.body.trim() === '"ok"', excerpt(response));
  }),
  check('Surveys and commercial entries', 'Without a type a survey is survey.type.contact.', (client) =>
    expectType({}, 'survey.type.contact', client),
  ),
  check(
    'Surveys and commercial entries',
    'The lookup tells the survey type that came in the body.',
    (client) =>
      expectType({ [client.names.surveyType]: 'survey.type.complaint' }, 'survey.type.complaint', client),
  ),
  check(
    'Surveys and commercial entries',
    'The lookup tells the survey type that came in the query.',
    (client) =>
      expectType({}, 'survey.type.survey', client, { [client.names.surveyType]: 'survey.type.survey' }),
  ),
  check(
    'Surveys and commercial entries',
    'Two different survey types, in the query and in the body, are refused by name.',
    async (client) => {
      const name = client.names.surveyType;
      const query = { [name]: 'survey.type.survey' };
      return expectInvalid(await client.survey({ [name]: 'survey.type.contact' }, { query }), name);
    },
  ),
  check(
    'Errors',
    'A wrong civility, type or e-mail address of a survey is 400 INVALID and named.',
    (client) =>
      each(
        [
          ['civility', 'contact.civility.dr'],
          [client.names.surveyType, 'survey.type.none'],
          ['email', 'claire.martin at example.org'],
        ] as const,
        async ([field, value]) => expectInvalid(await client.survey({ [field]: value }), `${field}:`),
      ),
  ),
  check(
    'Errors',
    'An establishment in the path that is no integer is 400, one that there is not 404.',
    async (client) => {
      expectInvalid(await client.survey({}, { establishment: 'roseraie' }));
      return expectFailure(await client.survey({}, { establishment: 987654321 }), 404, 'NOTFOUND');
    },
  ),
];

async function expectType(
  body: Readonly<Record<string, unknown>>,
  expected: string,
  client: Parameters<Check['run']>[0],
  query: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { data, observed } = await createdData(client, 'survey', body, { query });
  return verify(data.type === expected, observed);
}
