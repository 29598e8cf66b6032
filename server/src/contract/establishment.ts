import Type, { type Static } from 'typebox';

/** The strings of an Establishment (interface 2.2) that are kept with it, in the contract's order. */
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

/** What is `""` for a caller without a password (decisions 4). */
export const confidentialDetails = ['iban', 'bic', 'banque', 'sepa', 'urssafRef', 'urssafNum'] as const;

const string = Type.String();

/** Interface 2.2. Every string is a string, `""` when unknown. */
export const Establishment = Type.Object({
  id: Type.Integer(),
  groupement_id: Type.Integer(),
  groupeName: string,
  groupeDetail: string,
  name: string,
  ...(Object.fromEntries(establishmentDetails.map((detail) => [detail, string])) as Record<
    EstablishmentDetail,
    typeof string
  >),
});
export type Establishment = Static<typeof Establishment>;

const Count = Type.Object({ nb: Type.Integer() });

/** Interface 2.10. */
export const GroupListing = Type.Object({
  etablissements: Type.Array(Establishment),
  personnel: Count,
  medecins: Count,
});
export type GroupListing = Static<typeof GroupListing>;

/** Interface 2.10. */
export const JobCount = Type.Object({
  etablissements: Type.Array(Establishment),
  totalAnnouncements: Type.Integer({ description: 'Open job offers of these establishments.' }),
});
export type JobCount = Static<typeof JobCount>;

/** Interface 2.9. */
export const ContactStatistics = Type.Object({
  id: Type.Integer({ description: 'Establishment.' }),
  name: string,
  total: Type.Integer({ description: 'Contacts of the year.' }),
  hasAction: Type.Integer({ description: 'Those of them that led to an action.' }),
});
export type ContactStatistics = Static<typeof ContactStatistics>;
