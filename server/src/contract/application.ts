import Type, { type Static } from 'typebox';
import { civilities } from './enumerations.ts';
import { customId, email, integer, oneOf, phone, plain, remark, text } from './fields.ts';

/** Maximum size of a decoded CV, in bytes. */
export const largestCvBytes = 5 * 1024 * 1024;

/** Maximum size of an application, in bytes: room for a CV, which base64 makes a third larger. */
export const applicationLimitBytes = 8 * 1024 * 1024;

/** Why a CV was not kept with its application: no document, over the quota of the day, or no space on the disk. */
export type CvLoss = 'format' | 'quota' | 'space';

/** A file sent inside JSON. */
export const Cv = Type.Object(
  {
    name: text(
      'File name. Staff see a sanitized one of at most 100 characters, with the extension that fits the content.',
      plain,
      'cv.pdf',
    ),
    type: text(
      'Media type. Only the content itself counts: PDF, Word, ODT, RTF, plain text, JPEG, PNG, WebP, HEIC or TIFF.',
      plain,
      'application/pdf',
    ),
    content: Type.Optional(
      Type.String({
        format: 'base64',
        description: 'The file in base64, or as a `data:` address; at most 5 MiB once decoded.',
      }),
    ),
  },
  {
    additionalProperties: true,
    title: 'Cv',
    description: 'A file sent inside JSON.',
    ...plain,
  },
);

/** A job application, sent to `announcement/postuler`. */
export const ApplicationBody = Type.Object(
  {
    announcementId: Type.Optional(
      integer({
        description:
          'Job offer; absent for a spontaneous application. An unknown one is accepted and flagged.',
        examples: [12],
        ...plain,
      }),
    ),
    etablissementId: Type.Optional(
      integer({
        description: 'Establishment; that of the job offer by default.',
        examples: [5],
        ...plain,
      }),
    ),
    civility: oneOf(civilities, 'Civility.', plain),
    firstName: text('First name.', plain, 'Léa'),
    lastName: text('Last name.', plain, 'Bernard'),
    lastNameMarital: text('Married name.', plain, 'Petit'),
    email: email('E-mail address.'),
    phone: phone('Phone number, in any form; kept as typed.'),
    message: text('Message.', remark, 'Disponible dès le mois prochain.'),
    ip: text('IP address of the visitor.', plain, '203.0.113.7'),
    gclid: text(
      'Advertising click identifier, the `gclid` parameter of the landing page.',
      plain,
      'Cj0KCQiA-demo',
    ),
    customId,
    cv: Type.Optional(Cv),
  },
  { additionalProperties: true, title: 'ApplicationBody', description: 'A job application.' },
);
export type ApplicationBody = Static<typeof ApplicationBody>;
