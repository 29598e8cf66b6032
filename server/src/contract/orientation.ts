import Type, { type Static } from 'typebox';
import { civilities, sejourTypes } from './enumerations.ts';
import {
  age,
  day,
  email,
  health,
  integer,
  name,
  oneOf,
  phone,
  plain,
  prose,
  remark,
  text,
} from './fields.ts';

const elder = <const Who extends string>(who: Who) =>
  ({
    [`${who} / Age`]: age('Age in years.'),
    [`${who} / AnneeNaissance`]: Type.Optional(
      Type.String({
        format: 'birth',
        description: 'Birth date, `YYYY-MM-DD`, or a bare year, `YYYY`.',
        examples: ['1938-02-11'],
        ...plain,
      }),
    ),
    [`${who} / Civilite`]: oneOf(civilities, 'Civility.', plain),
    [`${who} / Nom`]: text('Last name.', plain, 'Lefèvre'),
    [`${who} / Prenom`]: text('First name.', plain, 'Marcel'),
    [`${who} / Adresse`]: text('Street address.', plain, '3 place de la République'),
    [`${who} / AdresseComplementaire`]: text('Address supplement.', plain, 'Bâtiment B'),
    [`${who} / CodePostal`]: text('Postal code.', plain, '49000'),
    [`${who} / Localite`]: text('Town.', plain, 'Angers'),
    [`${who} / Email`]: email('E-mail address.'),
    [`${who} / Mobile`]: phone('Mobile, international format.', '+33639981234'),
    [`${who} / Telephone`]: phone('Landline, international format.', '+33199001234'),
  }) as Elder<Who>;

type ElderFields = {
  Age: ReturnType<typeof age>;
  AnneeNaissance: ReturnType<typeof text>;
  Civilite: ReturnType<typeof oneOf<typeof civilities>>;
  Email: ReturnType<typeof email>;
} & Record<
  'Nom' | 'Prenom' | 'Adresse' | 'AdresseComplementaire' | 'CodePostal' | 'Localite' | 'Mobile' | 'Telephone',
  ReturnType<typeof text>
>;
type Elder<Who extends string> = { [K in keyof ElderFields & string as `${Who} / ${K}`]: ElderFields[K] };

/** An orientation request of a placement partner. Its field names contain spaces and a slash. */
export const OrientationBody = Type.Object(
  {
    etablissementId: Type.Optional(
      integer({
        description: 'Establishment. Without it, the request waits to be assigned.',
        examples: [5],
        ...plain,
      }),
    ),
    NumeroDemandeOrientationCR: name(
      'Your number for the request: digits, space, slash, space, three groups of digits joined by underscores. Sending the same number again is an update; without one, the request is always new.',
      plain,
      '2026 / 001_002_003',
    ),
    DateContact: day('Day of the contact.', plain),
    GirEstime: text('Estimated dependency grade.', health, 'GIR 3'),
    BudgetMensuel: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Monthly budget.',
        examples: [2450.5],
        ...plain,
      }),
    ),
    CommentaireContact: text('Comment.', remark, 'Sortie d’hôpital prévue.'),
    DelaiPlacementEstime: text('Estimated placement delay.', remark, 'Moins d’1 mois'),
    TypeAccueilSouhaite: oneOf(sejourTypes, 'Kind of stay wanted.', plain),
    UniteProtege: Type.Optional(
      Type.Boolean({
        description: 'Protected unit wanted.',
        examples: [false],
        ...health,
      }),
    ),
    'Contact / Civilite': oneOf(civilities, 'Civility of the contact person.', plain),
    'Contact / Nom': text('Last name.', plain, 'Martin'),
    'Contact / Prenom': text('First name.', plain, 'Claire'),
    'Contact / Adresse': text('Street address.', plain, '12 rue des Lilas'),
    'Contact / AdresseComplementaire': text('Address supplement.', plain, 'Appartement 4'),
    'Contact / CodePostal': text('Postal code.', plain, '49000'),
    'Contact / Localite': text('Town.', plain, 'Angers'),
    'Contact / Email': email('E-mail address.'),
    'Contact / Mobile': phone('Mobile, international format.', '+33639985678'),
    'Contact / Telephone': phone('Landline, international format.', '+33199005678'),
    ...elder('PersonneAgee'),
    ...elder('PersonneAgee2'),
  },
  {
    additionalProperties: true,
    title: 'OrientationBody',
    description: 'An orientation request. The spaces and the slash belong to the field names.',
  },
);
export type OrientationBody = Static<typeof OrientationBody>;

/** A partner's follow-up on an earlier request. */
export const SuiviBody = Type.Object(
  {
    NumeroDemandeOrientationCR: name('Your number for the request; required.', plain, '2026 / 001_002_003'),
    State: name('State of the orientation; the only known value is Conclu.', prose, 'Conclu'),
    Reason: text('Explanation.', remark, 'La famille a choisi un maintien à domicile.'),
  },
  { additionalProperties: true, title: 'SuiviBody', description: 'A follow-up on an orientation.' },
);
export type SuiviBody = Static<typeof SuiviBody>;

/** All four fields are always strings, `""` when there is nothing to say. */
export const OrientationResult = Type.Object(
  {
    NumeroDemandeOrientationCR: Type.String({ description: 'Your number for the request.' }),
    NumeroDemandeOrientationRES: Type.String({
      description: 'Our number: unique, and stable for the life of the request.',
    }),
    MessageProblemes: Type.String({
      description: 'Problems, in French, for your staff; empty when there are none.',
    }),
    Messagetraitements: Type.String({ description: 'What was done, in French, for your staff.' }),
  },
  {
    title: 'OrientationResult',
    description: 'All four fields are always strings, empty when there is nothing to say.',
  },
);
export type OrientationResult = Static<typeof OrientationResult>;
