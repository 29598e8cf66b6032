import { type Check, check } from '../check.ts';
import { each, expectInvalid, expectOk, verify } from '../expect.ts';
import { createdData } from './look-up-data.ts';

const pdf = { name: 'cv.pdf', type: 'application/pdf', content: 'JVBERi0xLjQK' };

/** Job applications, which the contract names without a route of their own. */
export const applications: readonly Check[] = [
  check('Job applications', 'An application with every field and a CV is taken.', async (client) =>
    expectOk(
      await client.application({
        etablissementId: client.establishment,
        civility: 'contact.civility.mrs',
        firstName: 'Léa',
        lastName: 'Bernard',
        lastNameMarital: 'Petit',
        email: 'lea.bernard@example.org',
        phone: '06 39 98 56 78',
        message: 'Disponible dès le mois prochain.',
        ip: '203.0.113.7',
        gclid: 'Cj0KCQiA-check',
        customId: client.newCustomId(),
        cv: pdf,
      }),
    ),
  ),
  check(
    'Job applications',
    'An application for an offer that is not known is taken, and the lookup tells the offer.',
    async (client) => {
      const { data, observed } = await createdData(client, 'postuler', { announcementId: 987654321 });
      return verify(data.announcementId === 987654321, observed);
    },
  ),
  check(
    'Job applications',
    'An application is taken whatever file it brings, in base64 or not; without one that is no CV.',
    (client) =>
      each(
        [
          Buffer.from('\r\n%PDF-1.4\n').toString('base64'),
          Buffer.from('Mon parcours').toString('base64'),
          'DATA:application/pdf;name="a,b.pdf";BASE64,JVBERi0x\r\nLjQK',
          'data:application/octet-stream;base64,',
          Buffer.from('MZ no document\0').toString('base64'),
          'no base64 é',
        ],
        async (content) => expectOk(await client.application({ cv: { ...pdf, content } })),
      ),
  ),
  check('Limits', 'A CV that makes the body larger than 256 KiB is taken.', async (client) => {
    const content = Buffer.from(`%PDF-1.4\n${' '.repeat(300 * 1024)}`).toString('base64');
    return expectOk(await client.application({ cv: { ...pdf, content } }));
  }),
  check('Errors', 'Each wrong value of an application is 400 INVALID and named.', (client) =>
    each(
      [
        { field: 'civility', value: 'contact.civility.dr' },
        { field: 'email', value: 'lea.bernard' },
        { field: 'announcementId', value: 'infirmier' },
        { field: 'etablissementId', value: 987654321 },
        { field: 'cv', value: false },
      ],
      async ({ field, value }) => expectInvalid(await client.application({ [field]: value }), field),
    ),
  ),
];
