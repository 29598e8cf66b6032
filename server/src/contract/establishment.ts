import Type, { type Static } from 'typebox';

/** The stored text fields of an Establishment, in the contract's order. */
export const establishmentDetails = [
  'seoTitleJob',
  'slug',
  'siret',
  'urssafRef',
  'urssafNum',
  'pictureName',
  'about',
  'tvaNum',
  'logoName',
  'prefectureEmail',
  'prefectureFax',
  'regimeRetraite',
  'convention',
  'collector',
  'status',
  'capital',
  'rcsRef',
  'rcsNum',
  'regimePrevoyance',
  'regimeMutuelle',
  'banque',
  'bic',
  'iban',
  'sepa',
  'phone',
  'email',
  'address',
  'cp',
  'city',
  'lat',
  'lng',
  'googlemapLink',
] as const;
export type EstablishmentDetail = (typeof establishmentDetails)[number];

/** Fields that are `""` for a caller without a password. */
export const confidentialDetails = ['iban', 'bic', 'banque', 'sepa', 'urssafRef', 'urssafNum'] as const;

const string = Type.String();

/** Text fields are never null: `""` when unknown. */
export const Establishment = Type.Object(
  {
    id: Type.Integer({ description: 'Establishment.' }),
    groupement_id: Type.Integer({ description: 'Its group.' }),
    groupeName: string,
    groupeDetail: string,
    name: string,
    ...(Object.fromEntries(establishmentDetails.map((detail) => [detail, string])) as Record<
      EstablishmentDetail,
      typeof string
    >),
  },
  {
    title: 'Establishment',
    description: 'A residence. Texts are never null: empty when unknown or confidential.',
  },
);
export type Establishment = Static<typeof Establishment>;

const count = (description: string) => Type.Object({ nb: Type.Integer({ description }) });

export const GroupListing = Type.Object(
  {
    etablissements: Type.Array(Establishment, { description: 'Establishments of the group, by id.' }),
    personnel: count('Active medical staff of the group.'),
    medecins: count('Active doctors of the group.'),
  },
  { title: 'GroupListing', description: 'A group of establishments.' },
);
export type GroupListing = Static<typeof GroupListing>;

/** Establishments with the number of their job offers. */
export const JobCount = Type.Object(
  {
    etablissements: Type.Array(Establishment, { description: 'The establishments counted, by id.' }),
    totalAnnouncements: Type.Integer({ description: 'Open job offers of these establishments.' }),
  },
  { title: 'JobCount', description: 'Open job offers.' },
);
export type JobCount = Static<typeof JobCount>;

export const ContactStatistics = Type.Object(
  {
    id: Type.Integer({ description: 'Establishment.' }),
    name: Type.String({ description: 'Its name.' }),
    total: Type.Integer({ description: 'Commercial entries whose contact date falls in the year.' }),
    hasAction: Type.Integer({
      description: 'How many of them have an action in one of the five stages, not counting planned ones.',
    }),
  },
  { title: 'ContactStatistics', description: 'The contacts of an establishment in a year.' },
);
export type ContactStatistics = Static<typeof ContactStatistics>;
