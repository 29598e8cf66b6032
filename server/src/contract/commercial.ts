import Type, { type Static } from 'typebox';
import { civilities, commercialTypes, motifs, resultats, sejourTypes } from './enumerations.ts';
import { age, content, customId, day, email, oneOf, phone, plain, remark, text } from './fields.ts';
import { wire } from './wire-names.ts';

/** A person related to the prospect. */
export const Relation = Type.Object(
  {
    civilite: oneOf(civilities, 'Civility.', content(plain('Civilité'))),
    firstName: text('First name.', plain('Prénom'), 'Claire'),
    lastName: text('Last name.', plain('Nom de naissance'), 'Martin'),
    lastNameMarital: text('Married name.', plain('Nom d’usage'), 'Durand'),
    phone: phone('Landline, kept as typed.', plain('Téléphone'), '01 99 00 12 34'),
    cellphone: phone('Mobile, kept as typed.', plain('Mobile')),
    email: email('E-mail address.'),
    adresse: text('Street address.', plain('Adresse'), '12 rue des Lilas'),
    codePostal: text('Postal code.', plain('Code postal'), '49000'),
    ville: text('Town.', plain('Ville'), 'Angers'),
  },
  { additionalProperties: true, title: 'Relation', description: 'A person related to the client.' },
);

/** A follow-up action. One received over the interface counts as « Prise de contact ». */
export const Action = Type.Object(
  {
    date: day('Day of the action.', content(plain('Jour'))),
    comment: text('Comment.', remark, 'Rappelée, souhaite visiter.'),
  },
  {
    additionalProperties: true,
    title: 'Action',
    description: 'A follow-up action. It counts as « Prise de contact » in the yearly statistics.',
  },
);

/** A commercial contact entry. */
export const CommercialBody = Type.Object(
  {
    type: oneOf(commercialTypes, 'How the contact was made.', {
      ...wire('commercialType'),
      ...content(plain('Nature')),
    }),
    sejourType: oneOf(sejourTypes, 'Kind of stay wanted.', {
      ...wire('sejourType'),
      ...content(plain('Séjour')),
    }),
    motif: oneOf(motifs, 'Reason of the result.', {
      ...wire('motif'),
      ...content(plain('Motif')),
    }),
    resultat: oneOf(resultats, 'Result, if already known.', {
      ...wire('resultat'),
      ...content(plain('Résultat')),
    }),
    civiliteClient: oneOf(civilities, 'Civility of the client.', content(plain('Civilité'))),
    dateFirstContact: day(
      'Day of the first contact, which determines the statistics year; the day of receipt by default.',
      content(plain('Premier contact')),
    ),
    delais: text(
      'Time frame, in words.',
      { label: 'Délai souhaité', health: true, prose: true },
      'Sous 15 jours',
    ),
    budget: text('Budget, in words or figures.', { label: 'Budget', health: false, prose: true }, '2500'),
    securite: text('Security needs.', { label: 'Sécurité', health: true, prose: true }, 'Unité protégée'),
    comment: text(
      'Comment. The lookup returns it until staff change it.',
      remark,
      'Préfère une chambre au calme.',
    ),
    firstNameClient: text('First name of the client.', plain('Prénom'), 'Simone'),
    lastNameClient: text('Last name of the client.', plain('Nom de naissance'), 'Martin'),
    lastNameMaritalClient: text('Married name of the client.', plain('Nom d’usage'), 'Martin'),
    phoneClient: phone(
      'Landline of the client, in any form; kept as typed.',
      plain('Téléphone'),
      '02 61 91 12 34',
    ),
    cellphoneClient: phone('Mobile of the client, in any form; kept as typed.', plain('Mobile')),
    emailClient: email('E-mail address of the client.'),
    adresseClient: text('Street address of the client.', plain('Adresse'), '3 place de la République'),
    codePostalClient: text('Postal code of the client.', plain('Code postal'), '49000'),
    villeClient: text('Town of the client.', plain('Ville'), 'Angers'),
    ageClient: age('Age of the client in years.'),
    birthdateClient: day('Birth date of the client.', {
      ...content(plain('Date de naissance')),
      examples: ['1940-05-17'],
    }),
    phoneAdresseur: phone(
      'Phone of the referrer; not searched by the phone check.',
      plain('Téléphone de l’adresseur'),
      '05 36 49 12 34',
    ),
    emailAdresseur: email('E-mail address of the referrer.', plain('E-mail de l’adresseur')),
    gclid: text(
      'Advertising click identifier, the `gclid` parameter of the landing page.',
      plain('Identifiant de clic publicitaire'),
      'Cj0KCQiA-demo',
    ),
    customId,
    partnerid: text(
      'Identifier of the entry at the placement partner.',
      plain('Identifiant du partenaire'),
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
