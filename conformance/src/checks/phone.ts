import { randomInt } from 'node:crypto';
import { type Check, check, writeCheck } from '../check.ts';
import type { Client } from '../client.ts';
import { commercialTypes, resultats } from '../contract.ts';
import {
  each,
  excerpt,
  expect,
  expectInvalid,
  expectKeys,
  expectObjects,
  expectValues,
  isText,
  type Json,
  verify,
} from '../expect.ts';
import { real } from './look-up-data.ts';

const checkPhone = (client: Client, phone: string) => client.get('/fr/commercial/checkPhone', { phone });

/** Route 4. What it finds is checked only with `--write`, because it leaves out tests. */
export const phone: readonly Check[] = [
  check('4.1', 'Route 4 answers an array, and each record in it has the fields of 2.8.', (client) =>
    each(['06 39 98 12 34', '0199001234'], async (number) => {
      const response = await checkPhone(client, number);
      for (const record of expectObjects(response)) expectRecord(record, client);
      return excerpt(response);
    }),
  ),
  check(
    'Phone check',
    'Without a phone, or with an empty one, it is 400 INVALID and phone is named.',
    async (client) => {
      expectInvalid(await client.get('/fr/commercial/checkPhone'), 'phone');
      return expectInvalid(await checkPhone(client, ''), 'phone');
    },
  ),
  check('Phone check', 'A phone with fewer than four digits finds nothing.', async (client) => {
    const { customIds, observed } = await found(client, '012');
    return verify(customIds.length === 0, observed);
  }),
  writeCheck('4.1', 'Route 4 finds the phones of the client and of related persons.', async (client) => {
    const [landline, mobile, theirs, theirMobile] = [newPhone(), newPhone(), newPhone(), newPhone()];
    const customId = await real(client, {
      phoneClient: landline,
      cellphoneClient: mobile,
      commercialrelations: [{ phone: theirs, cellphone: theirMobile }],
    });
    return each([landline, mobile, theirs, theirMobile], async (number) => {
      const { customIds, observed } = await found(client, number);
      return verify(customIds.includes(customId), observed);
    });
  }),
  writeCheck('Sending', 'A phone number is found whatever stands around it.', async (client) => {
    const number = newPhone();
    const spaced = number.replace(/(..)(?=.)/g, '$1 ');
    const customId = await real(client, { phoneClient: `${spaced} 18h-20h` });
    return each([number, `33${number.slice(1)}`, `+33${number.slice(1)}`], async (asked) => {
      const { customIds, observed } = await found(client, asked);
      return verify(customIds.includes(customId), observed);
    });
  }),
  writeCheck(
    '2.8',
    'A phone-match record tells gclid, customId, partnerid, result and contact type as they were sent.',
    async (client) => {
      const { commercialType, resultat, partnerid } = client.names;
      const number = newPhone();
      const customId = await real(client, {
        phoneClient: number,
        gclid: 'Cj0KCQiA-check',
        [partnerid]: '2026 / 001_002_003',
        [commercialType]: 'commercial.type.website',
        [resultat]: 'commercial.resultat.nosuite',
      });
      const response = await checkPhone(client, number);
      const record = expectObjects(response).find((one) => one.customId === customId);
      expect(record !== undefined, excerpt(response));
      expectRecord(record, client);
      return verify(
        record.gclid === 'Cj0KCQiA-check' &&
          record[partnerid] === '2026 / 001_002_003' &&
          record.type === 'commercial.type.website' &&
          record.resultat === 'commercial.resultat.nosuite',
        excerpt(response),
      );
    },
  ),
  writeCheck('4.1', 'Route 4 returns every entry that matches.', async (client) => {
    const number = newPhone();
    const first = await real(client, { phoneClient: number });
    const second = await real(client, { commercialrelations: [{ phone: number }] });
    const { customIds, observed } = await found(client, number);
    return verify(customIds.includes(first) && customIds.includes(second), observed);
  }),
  writeCheck('Phone check', 'The newest match comes first.', async (client) => {
    const number = newPhone();
    const first = await real(client, { phoneClient: number });
    const second = await real(client, { phoneClient: number });
    const { customIds, observed } = await found(client, number);
    const isNewestFirst = customIds.indexOf(second) < customIds.indexOf(first);
    return verify(customIds.includes(first) && isNewestFirst, observed);
  }),
  writeCheck('Phone check', 'A French number matches however it is written.', async (client) => {
    const number = newPhone();
    const customId = await real(client, { phoneClient: number });
    const national = number.slice(1);
    return each(
      [`+33${national}`, `0033${national}`, `+33 (0)${national}`, number.replaceAll(/(..)/g, '$1.')],
      async (written) => {
        const { customIds, observed } = await found(client, written);
        return verify(customIds.includes(customId), observed);
      },
    );
  }),
  writeCheck('Phone check', 'phoneAdresseur is not searched.', async (client) => {
    const number = newPhone();
    const customId = await real(client, { phoneAdresseur: number });
    const { customIds, observed } = await found(client, number);
    return verify(!customIds.includes(customId), observed);
  }),
];

/** Contract 2.8; unknown values are null. */
function expectRecord(record: Json, { names: { partnerid } }: Client): void {
  expectKeys(record, ['id', 'gclid', 'customId', partnerid, 'resultat', 'type'], 'a record');
  expectValues(record, ['id'], Number.isInteger);
  expectValues(record, ['gclid', 'customId', partnerid], (value) => value === null || isText(value));
  const isOneOf = (values: readonly unknown[]) => (value: unknown) =>
    value === null || values.includes(value);
  expectValues(record, ['type'], isOneOf(commercialTypes));
  expectValues(record, ['resultat'], isOneOf(resultats));
}

/** The customIds that the phone check finds, in its order. */
async function found(client: Client, number: string) {
  const response = await checkPhone(client, number);
  const customIds = expectObjects(response).map(({ customId }) => customId);
  return { customIds, observed: excerpt(response) };
}

/** Returns a number of a range reserved for fiction. */
function newPhone(): string {
  return `019900${String(randomInt(10_000)).padStart(4, '0')}`;
}
