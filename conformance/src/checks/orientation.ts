import { type Check, partnerCheck } from '../check.ts';
import type { Client } from '../client.ts';
import { civilities, orientationResultFields, sejourTypes } from '../contract.ts';
import {
  each,
  excerpt,
  expect,
  expectAnyObject,
  expectKeys,
  expectObject,
  expectPartnerFailure,
  expectPartnerRefusal,
  expectValues,
  isText,
  type Json,
  verify,
} from '../expect.ts';
import type { HttpResponse } from '../http.ts';

/** Route 10: orientation requests. */
export const orientation: readonly Check[] = [
  partnerCheck('2.1', 'Each stay type and each civility is taken in an orientation.', (client) =>
    each(
      [
        ...sejourTypes.map((type) => ({ TypeAccueilSouhaite: type })),
        ...['Contact', 'PersonneAgee', 'PersonneAgee2'].flatMap((who) =>
          civilities.map((civility) => ({ [`${who} / Civilite`]: civility })),
        ),
      ],
      async (body) => expectAnyObject(await client.orientation(body)),
    ),
  ),
  partnerCheck('2.1', 'A stay type or civility that there is not is refused in an orientation.', (client) =>
    each(
      ['TypeAccueilSouhaite', 'Contact / Civilite', 'PersonneAgee / Civilite', 'PersonneAgee2 / Civilite'],
      async (field) => expectPartnerRefusal(await client.orientation({ [field]: 'none' })),
    ),
  ),
  partnerCheck(
    '2.5',
    'An orientation with every field is taken, the spaces and slashes of the names included.',
    async (client) => expectAnyObject(await client.orientation(everything(client))),
  ),
  partnerCheck('2.6', 'An orientation result has four fields, all of them strings.', async (client) => {
    const response = await client.orientation(everything(client));
    expectResult(expectObject(response));
    return excerpt(response);
  }),
  partnerCheck('2.6', 'The partner’s number comes back in the orientation result.', async (client) => {
    const number = client.newNumber();
    const response = await client.orientation({ NumeroDemandeOrientationCR: number });
    return verify(expectObject(response).NumeroDemandeOrientationCR === number, excerpt(response));
  }),
  partnerCheck('7', 'A failure of the orientation exchange is an object with error, a string.', (client) =>
    each([{ DateContact: '2023-02-30' }, [], '{"a":', { TypeAccueilSouhaite: 'none' }], async (body) =>
      expectPartnerRefusal(await client.orientation(body)),
    ),
  ),
  partnerCheck(
    'Orientation exchange',
    'The same number again is an update: the residence’s number stays.',
    async (client) => {
      const number = client.newNumber();
      const first = await ourNumber(client, { NumeroDemandeOrientationCR: number, GirEstime: 'GIR 3' });
      const second = await ourNumber(client, { NumeroDemandeOrientationCR: number, GirEstime: 'GIR 2' });
      expect(first === second, `${first}, then ${second}`);
      return `${first} both times`;
    },
  ),
  partnerCheck(
    'Orientation exchange',
    'The same request sent again changes nothing, and the residence’s number stays.',
    async (client) => {
      const body = everything(client);
      const first = await ourNumber(client, body);
      const second = await ourNumber(client, body);
      expect(first === second, `${first}, then ${second}`);
      return `${first} both times`;
    },
  ),
  partnerCheck(
    'Orientation exchange',
    'Two requests with the same number at the same instant make one.',
    async (client) => {
      const NumeroDemandeOrientationCR = client.newNumber();
      const numbers = await Promise.all(
        ['GIR 1', 'GIR 2', 'GIR 3'].map((GirEstime) =>
          ourNumber(client, { NumeroDemandeOrientationCR, GirEstime }),
        ),
      );
      expect(new Set(numbers).size === 1, numbers.join(', '));
      return `${numbers[0]} each time`;
    },
  ),
  partnerCheck(
    'Orientation exchange',
    'Other numbers are other requests, and so is each request without one.',
    async (client) => {
      const numbers = [
        await ourNumber(client, { NumeroDemandeOrientationCR: client.newNumber() }),
        await ourNumber(client, { NumeroDemandeOrientationCR: client.newNumber() }),
        await ourNumber(client, {}),
        await ourNumber(client, {}),
      ];
      return verify(new Set(numbers).size === numbers.length, numbers.join(', '));
    },
  ),
  partnerCheck(
    'Orientation exchange',
    'Without a number a request is taken, and MessageProblemes says so.',
    async (client) => {
      const response = await client.orientation({ etablissementId: client.establishment });
      const result = expectObject(response);
      expect(result.NumeroDemandeOrientationCR === '', excerpt(response));
      return problemIn(response, 'NumeroDemandeOrientationCR');
    },
  ),
  partnerCheck(
    'Orientation exchange',
    'A number of another shape is taken, and MessageProblemes says so.',
    async (client) => {
      const number = client.newCustomId();
      const response = await client.orientation({
        NumeroDemandeOrientationCR: number,
        etablissementId: client.establishment,
      });
      expect(expectObject(response).NumeroDemandeOrientationCR === number, excerpt(response));
      return problemIn(response, 'NumeroDemandeOrientationCR');
    },
  ),
  partnerCheck(
    'Orientation exchange',
    'Without etablissementId a request is taken, and MessageProblemes says so.',
    async (client) =>
      problemIn(
        await client.orientation({ NumeroDemandeOrientationCR: client.newNumber() }),
        'etablissementId',
      ),
  ),
  partnerCheck(
    'Orientation exchange',
    'Of a request with nothing wrong MessageProblemes is empty, and Messagetraitements is not.',
    async (client) => {
      const response = await client.orientation(everything(client));
      const { MessageProblemes, Messagetraitements } = expectObject(response);
      return verify(MessageProblemes === '' && Messagetraitements !== '', excerpt(response));
    },
  ),
  partnerCheck(
    'Sending',
    'AnneeNaissance takes a bare year, BudgetMensuel and UniteProtege their values as text; a day that nobody can mean is taken.',
    (client) =>
      each(
        [
          { 'PersonneAgee / AnneeNaissance': '1938' },
          { 'PersonneAgee2 / AnneeNaissance': '1066', DateContact: '0001-01-01' },
          { BudgetMensuel: '2450.5' },
          { BudgetMensuel: 0 },
          { UniteProtege: 'true' },
        ],
        async (body) => expectAnyObject(await client.orientation(body)),
      ),
  ),
  partnerCheck('Errors', 'Each wrong value of an orientation is 400 and named.', (client) =>
    each(
      [
        { field: 'etablissementId', value: 987654321 },
        { field: 'etablissementId', value: 'roseraie' },
        { field: 'DateContact', value: '2026-02-30' },
        { field: 'BudgetMensuel', value: -1 },
        { field: 'BudgetMensuel', value: 'beaucoup' },
        { field: 'UniteProtege', value: 'souhaitée' },
        { field: 'TypeAccueilSouhaite', value: 'none' },
        { field: 'Contact / Civilite', value: 'none' },
        { field: 'Contact / Email', value: 'anne at example.org' },
        { field: 'PersonneAgee / Age', value: 131 },
        { field: 'PersonneAgee / AnneeNaissance', value: '1938-02-30' },
        { field: 'PersonneAgee2 / Email', value: 'anne@' },
      ],
      async ({ field, value }) =>
        expectPartnerFailure(await client.orientation({ [field]: value }), 400, `${field}:`),
    ),
  ),
  partnerCheck('Limits', 'A partner’s number may have 255 characters and not 256.', async (client) => {
    const number = client.newCustomId().padEnd(255, '0');
    expectAnyObject(await client.orientation({ NumeroDemandeOrientationCR: number }));
    const tooLong = await client.orientation({ NumeroDemandeOrientationCR: `${number}0` });
    return expectPartnerFailure(tooLong, 400, 'NumeroDemandeOrientationCR');
  }),
];

/** Contract 2.6. */
export function expectResult(result: Json): void {
  expectKeys(result, orientationResultFields, 'the result');
  expectValues(result, orientationResultFields, isText);
}

/** Sends an orientation request and returns the residence's number for it. */
export async function ourNumber(client: Client, body: Json): Promise<string> {
  const response = await client.orientation(body);
  const { NumeroDemandeOrientationRES: number } = expectObject(response);
  expect(typeof number === 'string' && number !== '', excerpt(response));
  return number;
}

function problemIn(response: HttpResponse, named: string): string {
  const { MessageProblemes: problem } = expectObject(response);
  return verify(typeof problem === 'string' && problem.includes(named), excerpt(response));
}

/** Every field of contract 2.5. */
function everything(client: Client): Json {
  const person = (who: string, first: string) => ({
    [`${who} / Civilite`]: 'contact.civility.mrs',
    [`${who} / Nom`]: 'Lefèvre',
    [`${who} / Prenom`]: first,
    [`${who} / Adresse`]: '3 place de la République',
    [`${who} / AdresseComplementaire`]: 'Bâtiment B',
    [`${who} / CodePostal`]: '49000',
    [`${who} / Localite`]: 'Angers',
    [`${who} / Email`]: 'famille.lefevre@example.org',
    [`${who} / Mobile`]: '+33639985678',
    [`${who} / Telephone`]: '+33199001234',
  });
  const elder = (who: string, first: string) => ({
    ...person(who, first),
    [`${who} / Age`]: 87,
    [`${who} / AnneeNaissance`]: '1938-02-11',
  });
  return {
    etablissementId: client.establishment,
    NumeroDemandeOrientationCR: client.newNumber(),
    DateContact: '2026-03-04',
    GirEstime: 'GIR 3',
    BudgetMensuel: 2450.5,
    CommentaireContact: 'Sortie d’hôpital prévue.',
    DelaiPlacementEstime: 'Moins d’1 mois',
    TypeAccueilSouhaite: 'commercial.sejourType.permanent',
    UniteProtege: false,
    ...person('Contact', 'Anne'),
    ...elder('PersonneAgee', 'Marcel'),
    ...elder('PersonneAgee2', 'Odette'),
  };
}
