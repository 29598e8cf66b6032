import { type Check, check, partnerCheck } from '../check.ts';
import { excerpt, expect, expectFailure, expectInvalid, expectOk, expectPartnerFailure } from '../expect.ts';
import { idOf } from './look-up-data.ts';

/** Repeated requests. */
export const retries: readonly Check[] = [
  check(
    'Retries',
    'The same content with the same customId is answered "ok" and stored once, whatever the order of its fields.',
    async (client) => {
      const customId = client.newCustomId();
      expectOk(await client.commercial({ customId, lastNameClient: 'Martin', budget: '2500' }));
      const first = await idOf(client, customId, 'commercial');
      expectOk(await client.commercial({ budget: '2500', customId, lastNameClient: 'Martin' }));
      const second = await idOf(client, customId, 'commercial');
      expect(first === second, `entry ${first}, then entry ${second}`);
      return `entry ${first} both times`;
    },
  ),
  check(
    'Retries',
    'The same content with the same customId at the same instant is stored once.',
    async (client) => {
      const customId = client.newCustomId();
      const entry = { customId, lastName: 'Martin' };
      for (const response of await Promise.all([1, 2, 3].map(() => client.survey(entry)))) expectOk(response);
      const first = await idOf(client, customId, 'survey');
      expectOk(await client.survey(entry));
      const second = await idOf(client, customId, 'survey');
      expect(first === second, `entry ${first}, then entry ${second}`);
      return `entry ${first} all the time`;
    },
  ),
  check('Retries', 'Other content with a customId used before is a new entry.', async (client) => {
    const customId = client.newCustomId();
    expectOk(await client.survey({ customId, contact: 'first' }));
    const first = await idOf(client, customId, 'survey');
    expectOk(await client.survey({ customId, contact: 'second' }));
    const second = await idOf(client, customId, 'survey');
    expect(first !== second, `entry ${first} both times`);
    return `entry ${first}, then entry ${second}`;
  }),
  check(
    'Retries',
    'The same content with the same Idempotency-Key is answered "ok" again.',
    async (client) => {
      const headers = { 'idempotency-key': client.newCustomId() };
      expectOk(await client.survey({ lastName: 'Martin', contact: 'Bonjour' }, { headers }));
      return expectOk(await client.survey({ contact: 'Bonjour', lastName: 'Martin' }, { headers }));
    },
  ),
  check('Retries', 'Other content with an Idempotency-Key used before is 409 CONFLICT.', async (client) => {
    const headers = { 'idempotency-key': client.newCustomId() };
    expectOk(await client.survey({ lastName: 'Martin' }, { headers }));
    return expectFailure(
      await client.survey({ lastName: 'Durand' }, { headers }),
      409,
      'CONFLICT',
      'Idempotency-Key',
    );
  }),
  partnerCheck(
    'Retries',
    'An Idempotency-Key makes an orientation without a number safe to repeat.',
    async (client) => {
      const headers = { 'idempotency-key': client.newCustomId() };
      const body = { 'PersonneAgee / Nom': 'Lefèvre' };
      const first = await client.orientation(body, { headers });
      const again = await client.orientation(body, { headers });
      expect(
        first.status === 200 && numberIn(first.json) === numberIn(again.json),
        `${excerpt(first)}, then ${excerpt(again)}`,
      );
      return excerpt(again);
    },
  ),
  partnerCheck(
    'Retries',
    'On the exchange, too, other content with a key used before is 409.',
    async (client) => {
      const headers = { 'idempotency-key': client.newCustomId() };
      const first = await client.orientation({ GirEstime: 'GIR 3' }, { headers });
      expect(first.status === 200, excerpt(first));
      return expectPartnerFailure(await client.orientation({ GirEstime: 'GIR 2' }, { headers }), 409);
    },
  ),
  check('Limits', 'An Idempotency-Key may have 255 characters and not 256.', async (client) => {
    const key = client.newCustomId().padEnd(255, 'k');
    expectOk(await client.survey({}, { headers: { 'idempotency-key': key } }));
    return expectInvalid(
      await client.survey({}, { headers: { 'idempotency-key': `${key}k` } }),
      'Idempotency-Key',
    );
  }),
];

function numberIn(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'NumeroDemandeOrientationRES' in json
    ? json.NumeroDemandeOrientationRES
    : undefined;
}
