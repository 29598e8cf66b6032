import Type, { type Static } from 'typebox';
import { civilities, commercialTypes, motifs, resultats, sejourTypes } from './enumerations.ts';
import { age, customId, day, email, oneOf, phone, text } from './fields.ts';
import { wire } from './wire-names.ts';

/** Interface 2.4: a person related to the prospect. */
export const Relation = Type.Object(
  {
    civilite: oneOf(civilities, 'Civility.'),
    firstName: text('First name.', 'Claire'),
    lastName: text('Last name.', 'Martin'),
    lastNameMarital: text('Married name.', 'Durand'),
    phone: phone('Landline, kept as typed.', '01 99 00 12 34'),
    cellphone: phone('Mobile, kept as typed.'),
    email: email('E-mail address.'),
    adresse: text('Street address.', '12 rue des Lilas'),
    codePostal: text('Postal code.', '49000'),
    ville: text('Town.', 'Angers'),
  },
  { additionalProperties: true },
);

/** Interface 2.4: a follow-up action. Received over the interface it counts as « Prise de contact ». */
export const Action = Type.Object(
  { date: day('Day of the action.'), comment: text('Comment.', 'Rappelée, souhaite visiter.') },
  { additionalProperties: true },
);

/** Interface 2.4: a commercial contact entry. */
export const CommercialBody = Type.Object(
  {
    type: oneOf(commercialTypes, 'How the contact came.', wire('commercialType')),
    sejourType: oneOf(sejourTypes, 'Kind of stay wanted.', wire('sejourType')),
    motif: oneOf(motifs, 'Reason of the result.', wire('motif')),
    resultat: oneOf(resultats, 'Result.', wire('resultat')),
    civiliteClient: oneOf(civilities, 'Civility of the client.'),
    dateFirstContact: day(
      'Day of the first contact; decides the statistics year. Without it: the day of receipt.',
    ),
    delais: text('Time frame.', 'Sous 15 jours'),
    budget: text('Budget.', '2500'),
    securite: text('Security.', 'Unité protégée'),
    comment: text(
      'Comment. The lookup route answers it until staff change it.',
      'Préfère une chambre au calme.',
    ),
    firstNameClient: text('First name.', 'Simone'),
    lastNameClient: text('Last name.', 'Martin'),
    lastNameMaritalClient: text('Married name.', 'Martin'),
    phoneClient: phone('Landline, kept as typed.', '02 61 91 12 34'),
    cellphoneClient: phone('Mobile, kept as typed.'),
    emailClient: email('E-mail address.'),
    adresseClient: text('Street address.', '3 place de la République'),
    codePostalClient: text('Postal code.', '49000'),
    villeClient: text('Town.', 'Angers'),
    ageClient: age('Age in years.'),
    birthdateClient: day('Birth date.', '1940-05-17'),
    phoneAdresseur: phone(
      'Phone of the party that referred the client; not searched by the phone check.',
      '05 36 49 12 34',
    ),
    emailAdresseur: email('E-mail address of the party that referred the client.'),
    gclid: text('Advertising click identifier, read from the landing address.', 'Cj0KCQiA-demo'),
    customId,
    partnerid: text(
      'Identifier of the entry at the placement partner.',
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
  { additionalProperties: true, description: 'Commercial contact entry (interface 2.4).' },
);
export type CommercialBody = Static<typeof CommercialBody>;
