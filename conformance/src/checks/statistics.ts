import { type Check, check, writeCheck } from '../check.ts';
import type { Client } from '../client.ts';
import { statisticsFields } from '../contract.ts';
import {
  each,
  expect,
  expectInvalid,
  expectKeys,
  expectObjects,
  expectValues,
  isText,
  type Json,
  verify,
} from '../expect.ts';
import { establishmentsOf } from './directories.ts';
import { real } from './look-up-data.ts';

const ofYear = (client: Client, year: number | string) => client.get(`/fr/statscontact/${year}`);
const years = [2024, 2025, 2026] as const;

/** A year without other contacts, and not the one of the tests. */
const yearOfReal = 1901;

/** Route 9. What it counts is checked only with `--write`, because it leaves out tests. */
export const statistics: readonly Check[] = [
  check('2.9', 'A statistics record has id, total and hasAction, integers, and name, a string.', (client) =>
    each(years, async (year) => {
      const records = expectObjects(await ofYear(client, year));
      for (const record of records) expectRecord(record);
      return `${records.length} records, such as ${JSON.stringify(records[0])}`;
    }),
  ),
  check('2.9', 'hasAction counts some of total.', (client) =>
    each(years, async (year) => {
      const records = expectObjects(await ofYear(client, year));
      const wrong = records.find(({ total, hasAction }) => Number(hasAction) > Number(total));
      expect(wrong === undefined, JSON.stringify(wrong));
      return `${records.length} records`;
    }),
  ),
  check('4.1', 'Route 9 has one record for every establishment, with its name.', async (client) => {
    const named = (record: Json) => `${record.id} ${record.name}`;
    const establishments = establishmentsOf(await client.get('/fr/jobs'))
      .map(named)
      .sort();
    return each([...years, 2998], async (year) => {
      const records = expectObjects(await ofYear(client, year))
        .map(named)
        .sort();
      return verify(records.join() === establishments.join(), records.join(', '));
    });
  }),
  check('Yearly statistics', 'Records come in the order of the establishments’ ids.', async (client) => {
    const ids = expectObjects(await ofYear(client, 2026)).map(({ id }) => Number(id));
    expect(String(ids) === String(ids.toSorted((a, b) => a - b)), ids.join(', '));
    return `ids ${ids.join(', ')}`;
  }),
  check(
    'Yearly statistics',
    'A year that is no integer, before 1900 or after 2999 is 400 INVALID.',
    (client) =>
      each(['2026a', '2026.5', 'now', '1899', '3000'], async (year) =>
        expectInvalid(await ofYear(client, year), 'year'),
      ),
  ),
  writeCheck(
    '4.1',
    'Route 9 counts an entry in the year of its contact date, and in hasAction when it has an action.',
    async (client) => {
      const before = await countsOf(client);
      const dateFirstContact = `${yearOfReal}-03-04`;
      const commercialactions = [{ date: `${yearOfReal}-03-05`, comment: 'Rappelée' }];
      await real(client, { dateFirstContact });
      await real(client, { dateFirstContact, commercialactions });
      const after = await countsOf(client);
      return verify(
        after.total - before.total === 2 && after.hasAction - before.hasAction === 1,
        `${JSON.stringify(before)}, then ${JSON.stringify(after)}`,
      );
    },
  ),
];

async function countsOf(client: Client): Promise<{ total: number; hasAction: number }> {
  const records = expectObjects(await ofYear(client, yearOfReal));
  const record = records.find(({ id }) => id === client.establishment);
  expect(record !== undefined, JSON.stringify(records));
  expectRecord(record);
  return { total: Number(record.total), hasAction: Number(record.hasAction) };
}

/** Contract 2.9. */
function expectRecord(record: Json): void {
  expectKeys(record, statisticsFields, 'a record');
  expectValues(record, ['id', 'total', 'hasAction'], Number.isInteger);
  expectValues(record, ['name'], isText);
}
