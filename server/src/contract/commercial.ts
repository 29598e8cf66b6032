import Type, { type Static } from 'typebox';
import { civilities, commercialTypes, motifs, resultats, sejourTypes } from './enumerations.ts';
import { age, customId, day, email, name, oneOf, phone, plain, prose, remark, text } from './fields.ts';
import { wire } from './wire-names.ts';

/** A person related to the prospect. */
export const Relation = Type.Object(
  {
    civilite: oneOf(civilities, 'Civility.', plain),
    firstName: text('First name.', plain, 'Claire'),
    lastName: text('Last name.', plain, 'Martin'),
    lastNameMarital: text('Married name.', plain, 'Durand'),
    phone: phone('Landline, kept as typed.', '01 99 00 12 34'),
    cellphone: phone('Mobile, kept as typed.'),
    email: email('E-mail address.'),
    adresse: text('Street address.', plain, '12 rue des Lilas'),
    codePostal: text('Postal code.', plain, '49000'),
    ville: text('Town.', plain, 'Angers'),
  },
  { additionalProperties: true, title: 'Relation', description: 'A person related to the client.' },
);

/** A follow-up action. One received over the interface counts as « Prise de contact ». */
export const Action = Type.Object(
  {
    date: day('Day of the action.', plain),
    comment: text('Comment.', remark, 'Rappelée, souhaite visiter.'),
  },
  {
    additionalProperties: true,
    title: 'Action',
    description: 'A follow-up action. It counts as « Prise de contact » in the yearly statistics.',
  },
);

/** Fields of a commercial entry that staff alone type in: they are not in the contract. */
export const StaffFields = Type.Object({
  numeroViaTrajectoire: name('Number of the file in ViaTrajectoire.', plain, '2026-0312-458'),
});

export const CommercialBody = Type.Object(
  {
    type: oneOf(commercialTypes, 'How the contact was made.', {
      ...wire('commercialType'),
      ...plain,
    }),
    sejourType: oneOf(sejourTypes, 'Kind of stay wanted.', {
      ...wire('sejourType'),
      ...plain,
    }),
    motif: oneOf(motifs, 'Reason of the result.', {
      ...wire('motif'),
      ...plain,
    }),
    resultat: oneOf(resultats, 'Result, if already known.', {
      ...wire('resultat'),
      ...plain,
    }),
    civiliteClient: oneOf(civilities, 'Civility of the client.', plain),
    dateFirstContact: day(
      'Day of the first contact, which determines the statistics year; the day of receipt by default, and for one before 1900 or more than a year ahead.',
      plain,
    ),
    delais: text('Time frame, in words.', remark, 'Sous 15 jours'),
    budget: text('Budget, in words or figures.', prose, '2500'),
    securite: text('Security needs.', remark, 'Unité protégée'),
    comment: text(
      'Comment. The lookup returns it until staff change it.',
      remark,
      'Préfère une chambre au calme.',
    ),
    firstNameClient: text('First name of the client.', plain, 'Simone'),
    lastNameClient: text('Last name of the client.', plain, 'Martin'),
    lastNameMaritalClient: text('Married name of the client.', plain, 'Martin'),
    phoneClient: phone('Landline of the client, in any form; kept as typed.', '02 61 91 12 34'),
    cellphoneClient: phone('Mobile of the client, in any form; kept as typed.'),
    emailClient: email('E-mail address of the client.'),
    adresseClient: text('Street address of the client.', plain, '3 place de la République'),
    codePostalClient: text('Postal code of the client.', plain, '49000'),
    villeClient: text('Town of the client.', plain, 'Angers'),
    ageClient: age('Age of the client in years.'),
    birthdateClient: day('Birth date of the client.', {
      ...plain,
      examples: ['1940-05-17'],
    }),
    phoneAdresseur: phone('Phone of the referrer; not searched by the phone check.', '05 36 49 12 34'),
    emailAdresseur: email('E-mail address of the referrer.'),
    gclid: text(
      'Advertising click identifier, the `gclid` parameter of the landing page.',
      plain,
      'Cj0KCQiA-demo',
    ),
    customId,
    partnerid: text(
      'Identifier of the entry at the placement partner.',
      plain,
      '2026 / 001_002_003',
      wire('partnerid'),
    ),
    commercialrelations: Type.Optional(
      Type.Array(Relation, { maxItems: 20, description: 'Related persons.' }),
    ),
    commercialactions: Type.Optional(
      Type.Array(Action, { maxItems: 200, description: 'Follow-up actions.' }),
    ),
  },
  { additionalProperties: true, title: 'CommercialBody', description: 'A commercial contact entry.' },
);
export type CommercialBody = Static<typeof CommercialBody>;

/** Members that an entry keeps outside its `fields`. */
export const commercialColumns = [
  'type',
  'sejourType',
  'comment',
  'gclid',
  'customId',
  'partnerid',
  'commercialrelations',
  'commercialactions',
] as const;
