import { each, must, mustBeOk, mustFail } from '../judging.ts';
import type { Sentence } from '../sentence.ts';
import { dataOf } from './looked-up.ts';

const pdf = { name: 'cv.pdf', type: 'application/pdf', content: 'JVBERi0xLjQK' };

/** Job applications, which the contract names without a route of their own. */
export const applications: readonly Sentence[] = [
  {
    section: 'Job applications',
    sentence: 'An application with every field and a CV is taken.',
    run: async (probe) =>
      mustBeOk(
        await probe.application({
          etablissementId: probe.establishment,
          civility: 'contact.civility.mrs',
          firstName: 'Léa',
          lastName: 'Bernard',
          lastNameMarital: 'Petit',
          email: 'lea.bernard@example.org',
          phone: '06 39 98 56 78',
          message: 'Disponible dès le mois prochain.',
          ip: '203.0.113.7',
          gclid: 'Cj0KCQiA-check',
          customId: probe.newCustomId(),
          cv: pdf,
        }),
      ),
  },
  {
    section: 'Job applications',
    sentence: 'An application for an offer that is not known is taken, and the lookup tells the offer.',
    run: async (probe) => {
      const customId = probe.newCustomId();
      mustBeOk(await probe.application({ announcementId: 987654321, customId }));
      const { data, seen } = await dataOf(probe, customId, 'postuler');
      must(data.announcementId === 987654321, seen);
      return seen;
    },
  },
  {
    section: 'Job applications',
    sentence: 'A CV of another kind than its content tells is refused by name.',
    run: async (probe) =>
      mustFail(
        await probe.application({
          cv: { ...pdf, content: Buffer.from('MZ no document').toString('base64') },
        }),
        400,
        'INVALID',
        'cv',
      ),
  },
  {
    section: 'Limits',
    sentence: 'A CV that makes the body larger than 256 KiB is taken.',
    run: async (probe) => {
      const content = Buffer.from(`%PDF-1.4\n${' '.repeat(300 * 1024)}`).toString('base64');
      return mustBeOk(await probe.application({ cv: { ...pdf, content } }));
    },
  },
  {
    section: 'Errors',
    sentence: 'Each wrong value of an application is 400 INVALID and named.',
    run: (probe) =>
      each(
        [
          { field: 'civility', value: 'contact.civility.dr' },
          { field: 'email', value: 'lea.bernard' },
          { field: 'announcementId', value: 'infirmier' },
          { field: 'etablissementId', value: 987654321 },
          { field: 'cv', value: 'JVBERi0xLjQK' },
        ],
        async ({ field, value }) =>
          mustFail(await probe.application({ [field]: value }), 400, 'INVALID', field),
      ),
  },
];
