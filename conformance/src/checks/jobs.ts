import { type Check, check, contractResidencesCheck } from '../check.ts';
import type { Client } from '../client.ts';
import {
  each,
  excerpt,
  expect,
  expectFailure,
  expectInvalid,
  expectKeys,
  expectObject,
  verify,
} from '../expect.ts';
import type { HttpResponse } from '../http.ts';
import { establishmentsOf, expectEstablishment, idsOf } from './directories.ts';

const all = (client: Client) => client.get('/fr/jobs');
const ofGroup = (client: Client, group: string) => client.get(`/fr/jobs/${group}`);
const ofOne = (client: Client, id: number | string) =>
  client.get('/fr/jobs', { [client.names.establishmentFilter]: id });

/** Routes 7 and 8: job offers. */
export const jobs: readonly Check[] = [
  check(
    '2.10',
    'A job count has etablissements, an array of Establishment, and totalAnnouncements, an integer.',
    async (client) => {
      const responses = [await all(client), await ofOne(client, client.establishment)];
      for (const group of client.groups) responses.push(await ofGroup(client, group));
      for (const response of responses) {
        expectKeys(expectObject(response), ['etablissements', 'totalAnnouncements'], 'the count');
        for (const establishment of establishmentsOf(response)) expectEstablishment(establishment);
        totalOf(response);
      }
      return `${responses.length} counts, of which the first says ${totalOf(responses[0])}`;
    },
  ),
  check('4.1', 'Route 7 has the establishments of the group.', (client) =>
    each(client.groups, async (group) => {
      const listed = idsOf(await client.get(`/fr/etablissements/${group}`));
      const counted = idsOf(await ofGroup(client, group));
      expect(String(listed) === String(counted), `listed ${listed}, counted ${counted}`);
      return `ids ${counted.join(', ')}`;
    }),
  ),
  contractResidencesCheck('4.1', 'Route 8 has every establishment when none is chosen.', async (client) => {
    const ids = idsOf(await all(client)).toSorted((a, b) => a - b);
    return verify(String(ids) === String(client.establishments), `ids ${ids.join(', ')}`);
  }),
  check('4.1', 'Route 8 has the chosen establishment alone.', (client) =>
    each(client.establishments, async (id) => {
      const response = await ofOne(client, id);
      return verify(String(idsOf(response)) === String(id), excerpt(response));
    }),
  ),
  check(
    'Residences and job offers',
    'totalAnnouncements of all establishments is the sum of those of each.',
    async (client) => {
      const response = await all(client);
      let sum = 0;
      for (const id of idsOf(response)) sum += totalOf(await ofOne(client, id));
      expect(sum === totalOf(response), `${totalOf(response)}, and ${sum} one by one`);
      return `${sum} both ways`;
    },
  ),
  check('Errors', 'A group without a job count is 404 NOTFOUND.', async (client) =>
    expectFailure(await ofGroup(client, 'no-such-group'), 404, 'NOTFOUND'),
  ),
  check(
    'Errors',
    'An establishment chosen for route 8 that there is not, or is no integer, is 400 and named.',
    (client) =>
      each([987654321, 'roseraie'], async (id) =>
        expectInvalid(await ofOne(client, id), `${client.names.establishmentFilter}:`),
      ),
  ),
];

function totalOf(response: HttpResponse | undefined): number {
  if (response === undefined) return 0;
  const { totalAnnouncements } = expectObject(response);
  expect(
    typeof totalAnnouncements === 'number' && Number.isInteger(totalAnnouncements) && totalAnnouncements >= 0,
    `totalAnnouncements: ${JSON.stringify(totalAnnouncements)}`,
  );
  return totalAnnouncements;
}
