import { type Check, check } from '../check.ts';
import { excerpt, expect, expectFailure, expectInvalid, expectOk } from '../expect.ts';

/** Sizes. Those of customIds, keys and partners' numbers are beside the other checks of these. */
export const limits: readonly Check[] = [
  check('Limits', 'A body of more than 256 KiB is 413 TOOLARGE.', async (client) =>
    expectFailure(await client.survey({ contact: 'a'.repeat(256 * 1024) }), 413, 'TOOLARGE'),
  ),
  check('Limits', 'Objects and arrays may lie 16 levels deep and not 17.', async (client) => {
    const nested = (levels: number): unknown => (levels === 0 ? 'end' : [nested(levels - 1)]);
    expectOk(await client.survey({ deep: nested(15) }));
    return expectInvalid(await client.survey({ deep: nested(16) }));
  }),
  check('Limits', 'A text may have 20,000 characters and not 20,001.', async (client) => {
    expectOk(await client.survey({ contact: 'é'.repeat(20_000) }));
    return expectInvalid(await client.survey({ contact: 'é'.repeat(20_001) }), 'contact');
  }),
  check('Limits', 'An e-mail address may have 255 characters and not 256.', async (client) => {
    const email = (length: number) => 'claire@example.org'.padStart(length, 'a');
    expectOk(await client.survey({ email: email(255) }));
    return expectInvalid(await client.survey({ email: email(256) }), 'email');
  }),
  check(
    'Limits',
    'An entry may have 20 related persons and 200 actions, and not one more.',
    async (client) => {
      const people = (count: number) =>
        Array.from({ length: count }, (_, i) => ({ lastName: `Martin ${i}` }));
      const actions = (count: number) => Array.from({ length: count }, (_, i) => ({ comment: `Appel ${i}` }));
      const most = await client.commercial({
        commercialrelations: people(20),
        commercialactions: actions(200),
      });
      expect(most.status === 200, excerpt(most));
      expectInvalid(await client.commercial({ commercialrelations: people(21) }), 'commercialrelations');
      return expectInvalid(await client.commercial({ commercialactions: actions(201) }), 'commercialactions');
    },
  ),
];
