import { must, mustBeOk, mustFail, mustFailPartner, shown } from '../judging.ts';
import type { Sentence } from '../sentence.ts';
import { idOf } from './looked-up.ts';

/** What makes a repetition safe. */
export const retries: readonly Sentence[] = [
  {
    section: 'Retries',
    sentence:
      'The same content with the same customId is answered "ok" and stored once, whatever the order of its fields.',
    run: async (probe) => {
      const customId = probe.newCustomId();
      mustBeOk(await probe.commercial({ customId, lastNameClient: 'Martin', budget: '2500' }));
      const first = await idOf(probe, customId, 'commercial');
      mustBeOk(await probe.commercial({ budget: '2500', customId, lastNameClient: 'Martin' }));
      const second = await idOf(probe, customId, 'commercial');
      must(first === second, `entry ${first}, then entry ${second}`);
      return `entry ${first} both times`;
    },
  },
  {
    section: 'Retries',
    sentence: 'The same content with the same customId at the same instant is stored once.',
    run: async (probe) => {
      const customId = probe.newCustomId();
      const entry = { customId, lastName: 'Martin' };
      for (const answer of await Promise.all([1, 2, 3].map(() => probe.survey(entry)))) mustBeOk(answer);
      const first = await idOf(probe, customId, 'survey');
      mustBeOk(await probe.survey(entry));
      const second = await idOf(probe, customId, 'survey');
      must(first === second, `entry ${first}, then entry ${second}`);
      return `entry ${first} all the time`;
    },
  },
  {
    section: 'Retries',
    sentence: 'Other content with a customId used before is a new entry.',
    run: async (probe) => {
      const customId = probe.newCustomId();
      mustBeOk(await probe.survey({ customId, contact: 'first' }));
      const first = await idOf(probe, customId, 'survey');
      mustBeOk(await probe.survey({ customId, contact: 'second' }));
      const second = await idOf(probe, customId, 'survey');
      must(first !== second, `entry ${first} both times`);
      return `entry ${first}, then entry ${second}`;
    },
  },
  {
    section: 'Retries',
    sentence: 'The same content with the same Idempotency-Key is answered "ok" again.',
    run: async (probe) => {
      const headers = { 'idempotency-key': probe.newCustomId() };
      mustBeOk(await probe.survey({ lastName: 'Martin', contact: 'Bonjour' }, { headers }));
      return mustBeOk(await probe.survey({ contact: 'Bonjour', lastName: 'Martin' }, { headers }));
    },
  },
  {
    section: 'Retries',
    sentence: 'Other content with an Idempotency-Key used before is 409 CONFLICT.',
    run: async (probe) => {
      const headers = { 'idempotency-key': probe.newCustomId() };
      mustBeOk(await probe.survey({ lastName: 'Martin' }, { headers }));
      return mustFail(
        await probe.survey({ lastName: 'Durand' }, { headers }),
        409,
        'CONFLICT',
        'Idempotency-Key',
      );
    },
  },
  {
    section: 'Retries',
    sentence: 'An Idempotency-Key makes an orientation without a number safe to repeat.',
    needs: 'partner',
    run: async (probe) => {
      const headers = { 'idempotency-key': probe.newCustomId() };
      const body = { 'PersonneAgee / Nom': 'Lefèvre' };
      const first = await probe.orientation(body, { headers });
      const again = await probe.orientation(body, { headers });
      must(
        first.status === 200 && numberIn(first.json) === numberIn(again.json),
        `${shown(first)}, then ${shown(again)}`,
      );
      return shown(again);
    },
  },
  {
    section: 'Retries',
    sentence: 'On the exchange, too, other content with a key used before is 409.',
    needs: 'partner',
    run: async (probe) => {
      const headers = { 'idempotency-key': probe.newCustomId() };
      const first = await probe.orientation({ GirEstime: 'GIR 3' }, { headers });
      must(first.status === 200, shown(first));
      return mustFailPartner(await probe.orientation({ GirEstime: 'GIR 2' }, { headers }), 409);
    },
  },
  {
    section: 'Limits',
    sentence: 'An Idempotency-Key may have 255 characters and not 256.',
    run: async (probe) => {
      const key = probe.newCustomId().padEnd(255, 'k');
      mustBeOk(await probe.survey({}, { headers: { 'idempotency-key': key } }));
      return mustFail(
        await probe.survey({}, { headers: { 'idempotency-key': `${key}k` } }),
        400,
        'INVALID',
        'Idempotency-Key',
      );
    },
  },
];

function numberIn(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'NumeroDemandeOrientationRES' in json
    ? json.NumeroDemandeOrientationRES
    : undefined;
}
