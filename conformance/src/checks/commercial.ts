import { type Check, check, contractResidencesCheck } from '../check.ts';
import type { Client } from '../client.ts';
import { civilities, commercialTypes, motifs, noEstablishment, resultats, sejourTypes } from '../contract.ts';
import { each, excerpt, expectFailure, expectInvalid, expectOk, expectRefusal, verify } from '../expect.ts';
import { createdData } from './look-up-data.ts';

/** The enumerated fields of a commercial entry: name in the request, name in the lookup, values. */
const enumerated = ({ names }: Client) =>
  [
    { field: names.commercialType, as: 'type', values: commercialTypes },
    { field: names.sejourType, as: 'sejourType', values: sejourTypes },
    { field: names.motif, as: 'motif', values: motifs },
    { field: names.resultat, as: 'resultat', values: resultats },
  ] as const;

/** Route 2: prospects. */
export const commercial: readonly Check[] = [
  check('2.1', 'Each contact type, stay type, reason and result is taken.', (client) =>
    each(
      enumerated(client).flatMap(({ field, values }) => values.map((value) => ({ [field]: value }))),
      async (body) => expectOk(await client.commercial(body)),
    ),
  ),
  check('2.1', 'A contact type, stay type, reason or result that there is not is refused.', (client) =>
    each(
      enumerated(client).map(({ field }) => ({ [field]: 'commercial.none' })),
      async (body) => expectRefusal(await client.commercial(body)),
    ),
  ),
  check('2.1', 'Each civility is taken for a client and for a related person.', (client) =>
    each(civilities, async (civilite) =>
      expectOk(await client.commercial({ civiliteClient: civilite, commercialrelations: [{ civilite }] })),
    ),
  ),
  contractResidencesCheck(
    '2.1',
    'A commercial entry for establishment 2, which there is not, is refused.',
    async (client) => expectRefusal(await client.commercial({}, { establishment: noEstablishment })),
  ),
  check('2.4', 'A commercial entry with every field, related persons and actions is taken.', async (client) =>
    expectOk(await client.commercial(everything(client))),
  ),
  check('2.4', 'Two related persons and two actions are taken.', async (client) =>
    expectOk(
      await client.commercial({
        commercialrelations: [{ lastName: 'Martin' }, { lastName: 'Durand' }],
        commercialactions: [{ date: '2026-03-04', comment: 'Rappelée' }, { date: '2026-03-05' }],
      }),
    ),
  ),
  check('4.1', 'Route 2 answers the JSON string "ok" with status 200.', async (client) => {
    const response = await client.commercial({ lastNameClient: 'Martin' });
    return verify(response.status === 200 && response.body.trim() === '"ok"', excerpt(response));
  }),
  check(
    '2.7',
    'The lookup tells the contact type, stay type, reason and result as they were sent.',
    (client) =>
      each(
        enumerated(client).flatMap(({ field, as, values }) => values.map((value) => ({ field, as, value }))),
        async ({ field, as, value }) => {
          const { data, observed } = await createdData(client, 'commercial', { [field]: value });
          return verify(data[as] === value, observed);
        },
      ),
  ),
  check('Errors', 'Each wrong value of a commercial entry is 400 INVALID and named.', (client) =>
    each(
      [
        ...enumerated(client).map(({ field }) => ({ field, value: 'commercial.none' })),
        { field: 'civiliteClient', value: 'contact.civility.dr' },
        { field: 'emailClient', value: 'simone at example.org' },
        { field: 'emailAdresseur', value: 'simone@' },
        { field: 'ageClient', value: 'quatre-vingts' },
        { field: 'ageClient', value: 131 },
        { field: 'ageClient', value: true },
        { field: 'commercialrelations', value: 'Claire' },
        { field: 'commercialactions', value: 'Rappelée' },
      ],
      async ({ field, value }) => expectInvalid(await client.commercial({ [field]: value }), `${field}:`),
    ),
  ),
  check('Errors', 'A day that does not exist is 400 INVALID and named.', (client) =>
    each(
      ['2023-02-30', '2026-3-4', '04/03/2026', '2026-03-04T10:00:00Z'].flatMap((day) =>
        ['dateFirstContact', 'birthdateClient'].map((field) => ({ field, day })),
      ),
      async ({ field, day }) => expectInvalid(await client.commercial({ [field]: day }), `${field}:`),
    ),
  ),
  check('Sending', 'A day that nobody can mean is taken, whatever it is of.', (client) =>
    each(
      ['0001-01-01', '0026-11-28', '9999-12-31'].flatMap((day) => [
        { dateFirstContact: day },
        { birthdateClient: day },
        { commercialactions: [{ date: day }] },
      ]),
      async (body) => expectOk(await client.commercial(body)),
    ),
  ),
  check(
    'Errors',
    'What is wrong in a related person or an action is named with its place.',
    async (client) => {
      const person = { commercialrelations: [{}, { civilite: 'contact.civility.dr' }] };
      expectInvalid(await client.commercial(person), 'commercialrelations', '1', 'civilite');
      const action = { commercialactions: [{ date: '2023-02-30' }] };
      return expectInvalid(await client.commercial(action), 'commercialactions', '0', 'date');
    },
  ),
  check(
    'Errors',
    'A commercial entry for an establishment that is no integer is 400, for one that there is not 404.',
    async (client) => {
      expectInvalid(await client.commercial({}, { establishment: '5a' }));
      return expectFailure(await client.commercial({}, { establishment: 987654321 }), 404, 'NOTFOUND');
    },
  ),
];

/** Every field of contract 2.4. */
function everything(client: Client) {
  const { commercialType, sejourType, motif, resultat, partnerid } = client.names;
  return {
    [commercialType]: 'commercial.type.website',
    [sejourType]: 'commercial.sejourType.permanent',
    [motif]: 'commercial.motif.financier',
    [resultat]: 'commercial.resultat.nosuite',
    civiliteClient: 'contact.civility.mrs',
    dateFirstContact: '2026-03-04',
    delais: 'Sous 15 jours',
    budget: '2500',
    securite: 'Unité protégée',
    comment: 'Préfère une chambre au calme.',
    firstNameClient: 'Simone',
    lastNameClient: 'Martin',
    lastNameMaritalClient: 'Durand',
    phoneClient: '02 61 91 12 34',
    cellphoneClient: '06 39 98 12 34',
    emailClient: 'simone.martin@example.org',
    adresseClient: '3 place de la République',
    codePostalClient: '49000',
    villeClient: 'Angers',
    ageClient: 86,
    birthdateClient: '1940-05-17',
    phoneAdresseur: '05 36 49 12 34',
    emailAdresseur: 'accueil@example.org',
    gclid: 'Cj0KCQiA-check',
    customId: client.newCustomId(),
    [partnerid]: '2026 / 001_002_003',
    commercialrelations: [
      {
        civilite: 'contact.civility.mrs',
        firstName: 'Claire',
        lastName: 'Martin',
        lastNameMarital: 'Durand',
        phone: '01 99 00 12 34',
        cellphone: '06 39 98 56 78',
        email: 'claire.martin@example.org',
        adresse: '12 rue des Lilas',
        codePostal: '49000',
        ville: 'Angers',
      },
    ],
    commercialactions: [{ date: '2026-03-04', comment: 'Rappelée, souhaite visiter.' }],
  };
}
