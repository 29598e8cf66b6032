import Type, { type Static } from 'typebox';
import { civilities, sejourTypes } from './enumerations.ts';
import { age, content, day, email, integer, name, oneOf, phone, plain, remark, text } from './fields.ts';

const about = (person: string) => (label: string) => plain(`${person} : ${label}`);
const ofContact = about('Personne à contacter');

const elder = <const Who extends string>(who: Who, person: string) => {
  const holds = about(person);
  return {
    [`${who} / Age`]: age('Age in years.', holds('âge')),
    [`${who} / AnneeNaissance`]: Type.Optional(
      Type.String({
        format: 'birth',
        description: 'Birth date, `YYYY-MM-DD`, or a bare year, `YYYY`.',
        examples: ['1938-02-11'],
        ...content(holds('année de naissance')),
      }),
    ),
    [`${who} / Civilite`]: oneOf(civilities, 'Civility.', content(holds('civilité'))),
    [`${who} / Nom`]: text('Last name.', holds('nom'), 'Lefèvre'),
    [`${who} / Prenom`]: text('First name.', holds('prénom'), 'Marcel'),
    [`${who} / Adresse`]: text('Street address.', holds('adresse'), '3 place de la République'),
    [`${who} / AdresseComplementaire`]: text(
      'Address supplement.',
      holds('complément d’adresse'),
      'Bâtiment B',
    ),
    [`${who} / CodePostal`]: text('Postal code.', holds('code postal'), '49000'),
    [`${who} / Localite`]: text('Town.', holds('ville'), 'Angers'),
    [`${who} / Email`]: email('E-mail address.', holds('e-mail')),
    [`${who} / Mobile`]: phone('Mobile, international format.', holds('mobile'), '+33639981234'),
    [`${who} / Telephone`]: phone('Landline, international format.', holds('téléphone'), '+33199001234'),
  } as Elder<Who>;
};

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
        ...content(plain('Résidence')),
      }),
    ),
    NumeroDemandeOrientationCR: name(
      'Your number for the request: digits, space, slash, space, three groups of digits joined by underscores. Sending the same number again is an update; without one, the request is always new.',
      plain('Numéro de la demande'),
      '2026 / 001_002_003',
    ),
    DateContact: day('Day of the contact.', content(plain('Jour du contact'))),
    GirEstime: text(
      'Estimated dependency grade.',
      { label: 'GIR estimé', health: true, prose: false },
      'GIR 3',
    ),
    BudgetMensuel: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Monthly budget.',
        examples: [2450.5],
        ...content(plain('Budget mensuel')),
      }),
    ),
    CommentaireContact: text('Comment.', remark, 'Sortie d’hôpital prévue.'),
    DelaiPlacementEstime: text(
      'Estimated placement delay.',
      { label: 'Délai souhaité', health: true, prose: true },
      'Moins d’1 mois',
    ),
    TypeAccueilSouhaite: oneOf(sejourTypes, 'Kind of stay wanted.', content(plain('Séjour'))),
    UniteProtege: Type.Optional(
      Type.Boolean({
        description: 'Protected unit wanted.',
        examples: [false],
        ...content({ label: 'Unité protégée', health: true, prose: false }),
      }),
    ),
    'Contact / Civilite': oneOf(
      civilities,
      'Civility of the contact person.',
      content(ofContact('civilité')),
    ),
    'Contact / Nom': text('Last name.', ofContact('nom'), 'Martin'),
    'Contact / Prenom': text('First name.', ofContact('prénom'), 'Claire'),
    'Contact / Adresse': text('Street address.', ofContact('adresse'), '12 rue des Lilas'),
    'Contact / AdresseComplementaire': text(
      'Address supplement.',
      ofContact('complément d’adresse'),
      'Appartement 4',
    ),
    'Contact / CodePostal': text('Postal code.', ofContact('code postal'), '49000'),
    'Contact / Localite': text('Town.', ofContact('ville'), 'Angers'),
    'Contact / Email': email('E-mail address.', ofContact('e-mail')),
    'Contact / Mobile': phone('Mobile, international format.', ofContact('mobile'), '+33639985678'),
    'Contact / Telephone': phone('Landline, international format.', ofContact('téléphone'), '+33199005678'),
    ...elder('PersonneAgee', 'Personne âgée'),
    ...elder('PersonneAgee2', 'Seconde personne'),
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
    NumeroDemandeOrientationCR: name(
      'Your number for the request; required.',
      plain('Numéro de la demande'),
      '2026 / 001_002_003',
    ),
    State: name(
      'State of the orientation; the only known value is Conclu.',
      { label: 'État', health: false, prose: true },
      'Conclu',
    ),
    Reason: text(
      'Explanation.',
      { label: 'Explication', health: true, prose: true },
      'La famille a choisi un maintien à domicile.',
    ),
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
