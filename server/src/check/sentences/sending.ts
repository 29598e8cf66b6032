import { each, must, mustBeOk, mustFail } from '../judging.ts';
import type { Probe } from '../probe.ts';
import type { Sentence } from '../sentence.ts';
import { dataOf } from './looked-up.ts';

/** How bodies and queries are read. */
export const sending: readonly Sentence[] = [
  {
    section: 'Sending',
    sentence: '{} is taken by every creating route.',
    run: async (probe) => {
      mustBeOk(await probe.survey({}));
      mustBeOk(await probe.commercial({}));
      return mustBeOk(await probe.application({}));
    },
  },
  {
    section: 'Sending',
    sentence: 'null and "" are absent in every field, at every depth.',
    run: async (probe) => {
      const { commercialType, resultat } = probe.names;
      for (const nothing of [null, '']) {
        mustBeOk(
          await probe.survey({ civility: nothing, email: nothing, customId: nothing, phone: nothing }),
        );
        mustBeOk(
          await probe.commercial({
            [commercialType]: nothing,
            ageClient: nothing,
            birthdateClient: nothing,
            commercialrelations: [{ civilite: nothing, email: nothing }],
            commercialactions: nothing,
          }),
        );
      }
      const customId = probe.newCustomId();
      mustBeOk(await probe.commercial({ customId, [resultat]: '', comment: '' }));
      const { data, seen } = await dataOf(probe, customId, 'commercial');
      must(data.resultat === null && data.comment === null, seen);
      return seen;
    },
  },
  {
    section: 'Sending',
    sentence: 'Values of another type are converted when nothing is lost.',
    run: (probe) =>
      each([{ ageClient: '85' }, { codePostalClient: 49000 }, { budget: 2500 }], async (body) =>
        mustBeOk(await probe.commercial(body)),
      ),
  },
  {
    section: 'Sending',
    sentence: 'Fields that the contract does not name are no error, at the top and within.',
    run: async (probe) =>
      mustBeOk(
        await probe.commercial({
          unnamed: { deep: [1, 'two', null, { three: true }] },
          constructor: 'a field like any other',
          'a.b[0]': 1,
          commercialrelations: [{ unnamed: 1 }],
          commercialactions: [{ unnamed: 1 }],
        }),
      ),
  },
  {
    section: 'Sending',
    sentence: 'A text is trimmed, its line breaks stay, and what is no valid Unicode is mended.',
    run: (probe) =>
      each(
        [
          { sent: '  Au calme.  ', kept: 'Au calme.' },
          { sent: 'Au calme.\nAu sud.', kept: 'Au calme.\nAu sud.' },
          { sent: 'e\u0301t\u00e9 \ud83c\udfe1', kept: '\u00e9t\u00e9 \ud83c\udfe1' },
          { sent: 'a\u0000b', kept: 'a b' },
          { sent: 'a\ud800b', kept: 'a\ufffdb' },
        ],
        ({ sent, kept }) => commentSeen(probe, sent, kept),
      ),
  },
  {
    section: 'Sending',
    sentence: 'A query parameter sent twice is refused.',
    run: async (probe) => {
      const password = encodeURIComponent(probe.target.password);
      const path = `/fr/commercial/checkPhone?password=${password}&phone=0639981234&phone=0199001234`;
      return mustFail(await probe.ask({ path }), 400, 'INVALID', 'phone');
    },
  },
];

async function commentSeen(probe: Probe, sent: string, kept: string): Promise<string> {
  const customId = probe.newCustomId();
  mustBeOk(await probe.commercial({ customId, comment: sent }));
  const { data } = await dataOf(probe, customId, 'commercial');
  must(data.comment === kept, `${JSON.stringify(data.comment)} of ${JSON.stringify(sent)}`);
  return JSON.stringify(data.comment);
}
