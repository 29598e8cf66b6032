import { type Check, check, contractResidencesCheck } from '../check.ts';
import type { Client } from '../client.ts';
import { establishmentIntegers, establishmentStrings, noEstablishment } from '../contract.ts';
import {
  each,
  excerpt,
  expect,
  expectAnyObject,
  expectFailure,
  expectInvalid,
  expectKeys,
  expectObject,
  expectObjectAt,
  expectRefusal,
  expectValues,
  isObject,
  isText,
  type Json,
  verify,
} from '../expect.ts';
import type { HttpResponse } from '../http.ts';

const show = (client: Client, id: number | string) => client.get(`/fr/etablissement/show/${id}`);
const list = (client: Client, group: string) => client.get(`/fr/etablissements/${group}`);

/** Routes 5 and 6: groups and residences. */
export const directories: readonly Check[] = [
  contractResidencesCheck('2.1', 'The establishments 1, 3, 4, 5, 6, 7, 8, 9 and 10 can be shown.', (client) =>
    each(client.establishments, async (id) => {
      const response = await show(client, id);
      return verify(expectObject(response).id === id, excerpt(response));
    }),
  ),
  contractResidencesCheck('2.1', 'Establishment 2, which there is not, is refused.', async (client) =>
    expectRefusal(await show(client, noEstablishment)),
  ),
  check('2.1', 'Each group can be listed.', (client) =>
    each(client.groups, async (group) => expectAnyObject(await list(client, group))),
  ),
  check('2.1', 'A group that there is not is refused.', async (client) =>
    expectRefusal(await list(client, 'no-such-group')),
  ),
  check(
    '2.2',
    'An Establishment has every field: id and groupement_id are integers, every other one is a string.',
    (client) =>
      each(client.establishments, async (id) => {
        const response = await show(client, id);
        expectEstablishment(expectObject(response));
        return excerpt(response);
      }),
  ),
  check('2.2', 'The group list and the show route tell the same of an establishment.', (client) =>
    each(client.groups, async (group) => {
      const [first] = establishmentsOf(await list(client, group));
      if (first === undefined) return 'a group without establishments';
      const response = await show(client, String(first.id));
      const differing = Object.entries(expectObject(response)).filter(([key, value]) => first[key] !== value);
      expect(differing.length === 0, `${differing.map(([key]) => key).join(', ')} differ`);
      return excerpt(response);
    }),
  ),
  check(
    '2.10',
    'A group listing has etablissements, an array of Establishment, and personnel.nb and medecins.nb, integers.',
    (client) =>
      each(client.groups, async (group) => {
        const response = await list(client, group);
        const listing = expectObject(response);
        expectKeys(listing, ['etablissements', 'personnel', 'medecins'], 'the listing');
        for (const establishment of establishmentsOf(response)) expectEstablishment(establishment);
        for (const who of ['personnel', 'medecins']) {
          expectValues(expectObjectAt(listing, who, response), ['nb'], isCount, `${who}.`);
        }
        return excerpt(response);
      }),
  ),
  check('Residences and job offers', 'Establishments come in the order of their ids.', (client) =>
    each(client.groups, async (group) => {
      const ids = idsOf(await list(client, group));
      expect(String(ids) === String(ids.toSorted((a, b) => a - b)), ids.join(', '));
      return `ids ${ids.join(', ')}`;
    }),
  ),
  check('Residences and job offers', 'Doctors count among the medical staff.', (client) =>
    each(client.groups, async (group) => {
      const response = await list(client, group);
      const listing = expectObject(response);
      const all = expectObjectAt(listing, 'personnel', response).nb;
      const doctors = expectObjectAt(listing, 'medecins', response).nb;
      return verify(Number(doctors) <= Number(all), `${doctors} doctors among ${all}`);
    }),
  ),
  check(
    'Errors',
    'A residence in the path that is no integer is 400, one that there is not 404 NOTFOUND.',
    async (client) => {
      for (const id of ['5a', '5.5', 'roseraie']) expectInvalid(await show(client, id));
      return expectFailure(await show(client, 987654321), 404, 'NOTFOUND');
    },
  ),
  check('Errors', 'A group that there is not is 404 NOTFOUND.', async (client) =>
    expectFailure(await list(client, 'no-such-group'), 404, 'NOTFOUND'),
  ),
];

/** The `etablissements` of a group listing or a job count. */
export function establishmentsOf(response: HttpResponse): readonly Json[] {
  const { etablissements } = expectObject(response);
  expect(
    Array.isArray(etablissements) && etablissements.every(isObject),
    `no etablissements: ${excerpt(response)}`,
  );
  return etablissements;
}

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;

export function idsOf(response: HttpResponse): number[] {
  return establishmentsOf(response).map(({ id }) => Number(id));
}

/** Contract 2.2. */
export function expectEstablishment(establishment: Json): void {
  const what = `establishment ${JSON.stringify(establishment.id)}`;
  expectKeys(establishment, [...establishmentIntegers, ...establishmentStrings], what);
  expectValues(establishment, establishmentIntegers, Number.isInteger, `${what}, `);
  expectValues(establishment, establishmentStrings, isText, `${what}, `);
}
