import { randomInt } from 'node:crypto';
import { type Check, check, partnerCheck, TestModeIgnored } from '../check.ts';
import type { Client } from '../client.ts';
import { excerpt, expect, expectObject, expectObjects, expectOk, verify } from '../expect.ts';

/** A year without contacts. */
const year = 1900;

/**
 * Run first, one at a time: an installation that treats tests as real entries must not get any more of them. The
 * contract has test mode on route 1 only, where its effect can't be observed.
 */
export const testModeGuards: readonly Check[] = [
  check('Test mode', 'The phone check leaves out commercial entries made with test=1.', async (client) => {
    const customId = client.newCustomId();
    const phone = fictionPhone();
    expectOk(await client.commercial({ customId, phoneClient: phone }));
    return notFound(client, phone, customId);
  }),
  partnerCheck(
    'Test mode',
    'The phone check leaves out orientation requests made with test=1.',
    async (client) => {
      const number = client.newNumber();
      const phone = fictionPhone();
      expectObject(
        await client.orientation({
          NumeroDemandeOrientationCR: number,
          etablissementId: client.establishment,
          'PersonneAgee / Mobile': `+33${phone.slice(1)}`,
        }),
      );
      return notFound(client, phone, number);
    },
  ),
];

export const testMode: readonly Check[] = [
  check('Test mode', 'The yearly statistics leave out tests.', async (client) => {
    const path = `/fr/statscontact/${year}`;
    const before = expectObjects(await client.get(path));
    expectOk(
      await client.commercial({
        dateFirstContact: `${year}-03-04`,
        commercialactions: [{ date: `${year}-03-04`, comment: 'Rappelée' }],
      }),
    );
    const after = expectObjects(await client.get(path));
    expect(
      JSON.stringify(before) === JSON.stringify(after),
      `${JSON.stringify(before)}, then ${JSON.stringify(after)}`,
    );
    return `the same figures of ${year} before and after`;
  }),
  check('Test mode', 'A test is found by its customId like any entry.', async (client) => {
    const customId = client.newCustomId();
    expectOk(await client.commercial({ customId }));
    const { status, body } = await client.lookup(customId);
    return verify(status === 200, `${status} ${body}`);
  }),
];

/** Searches the phone of a new test. `name`: the identifier that a match would contain. */
async function notFound(client: Client, phone: string, name: string): Promise<string> {
  const response = await client.get('/fr/commercial/checkPhone', { phone });
  if (response.body.includes(name))
    throw new TestModeIgnored(`the phone check finds it: ${excerpt(response)}`);
  expectObjects(response);
  return 'a test with this phone number, and the phone check does not find it';
}

/** Returns a mobile number of the range reserved for fiction. */
function fictionPhone(): string {
  return `063998${String(randomInt(10_000)).padStart(4, '0')}`;
}
