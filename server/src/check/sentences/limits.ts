import { must, mustBeOk, mustFail, shown } from '../judging.ts';
import type { Sentence } from '../sentence.ts';

/** Sizes, beside those of customIds, keys and partners' numbers, which stand with what they are of. */
export const limits: readonly Sentence[] = [
  {
    section: 'Limits',
    sentence: 'A body of more than 256 KiB is 413 TOOLARGE.',
    run: async (probe) => mustFail(await probe.survey({ contact: 'a'.repeat(256 * 1024) }), 413, 'TOOLARGE'),
  },
  {
    section: 'Limits',
    sentence: 'Objects and arrays may lie 16 levels deep and not 17.',
    run: async (probe) => {
      const nested = (levels: number): unknown => (levels === 0 ? 'end' : [nested(levels - 1)]);
      mustBeOk(await probe.survey({ deep: nested(15) }));
      return mustFail(await probe.survey({ deep: nested(16) }), 400, 'INVALID');
    },
  },
  {
    section: 'Limits',
    sentence: 'A text may have 20,000 characters and not 20,001.',
    run: async (probe) => {
      mustBeOk(await probe.survey({ contact: 'é'.repeat(20_000) }));
      return mustFail(await probe.survey({ contact: 'é'.repeat(20_001) }), 400, 'INVALID', 'contact');
    },
  },
  {
    section: 'Limits',
    sentence: 'An e-mail address may have 255 characters and not 256.',
    run: async (probe) => {
      const email = (length: number) => 'claire@example.org'.padStart(length, 'a');
      mustBeOk(await probe.survey({ email: email(255) }));
      return mustFail(await probe.survey({ email: email(256) }), 400, 'INVALID', 'email');
    },
  },
  {
    section: 'Limits',
    sentence: 'An entry may have 20 related persons and 200 actions, and not one more.',
    run: async (probe) => {
      const people = (count: number) =>
        Array.from({ length: count }, (_, i) => ({ lastName: `Martin ${i}` }));
      const actions = (count: number) => Array.from({ length: count }, (_, i) => ({ comment: `Appel ${i}` }));
      const most = await probe.commercial({
        commercialrelations: people(20),
        commercialactions: actions(200),
      });
      must(most.status === 200, shown(most));
      mustFail(
        await probe.commercial({ commercialrelations: people(21) }),
        400,
        'INVALID',
        'commercialrelations',
      );
      return mustFail(
        await probe.commercial({ commercialactions: actions(201) }),
        400,
        'INVALID',
        'commercialactions',
      );
    },
  },
];
