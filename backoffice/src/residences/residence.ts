/** A residence as the desk shows it, by the names of the main API; null is what is unknown. */
export interface Residence extends Partial<Readonly<Record<Detail, string | null>>> {
  readonly id: number;
  readonly name: string;
  readonly groupId: number;
  readonly groupName: string;
}

export interface Group {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly detail: string;
}

export interface Member {
  readonly id: number;
  readonly name: string;
  readonly job: string;
  readonly medical: boolean;
  readonly doctor: boolean;
  readonly active: boolean;
}

export interface JobOffer {
  readonly id: number;
  readonly title: string;
  readonly open: boolean;
}

/** What the main API answers of a residence; to a password only for who may change it. */
export interface PublicAnswers {
  readonly withoutPassword: Readonly<Record<string, unknown>>;
  readonly withPassword?: Readonly<Record<string, unknown>>;
}

/** The details of a residence, in the blocks of its page. */
export const blocks = {
  contact: ['phone', 'email', 'address', 'cp', 'city', 'lat', 'lng', 'googlemapLink'],
  presentation: ['about', 'slug', 'seoTitleJob', 'pictureName', 'logoName'],
  legal: ['siret', 'status', 'capital', 'tvaNum', 'rcsRef', 'rcsNum', 'prefectureEmail', 'prefectureFax'],
  employer: ['convention', 'collector', 'regimeRetraite', 'regimePrevoyance', 'regimeMutuelle'],
  confidential: ['banque', 'iban', 'bic', 'sepa', 'urssafRef', 'urssafNum'],
} as const;

export type Block = keyof typeof blocks;
export type Detail = (typeof blocks)[Block][number];

export const blockNames: readonly Block[] = ['contact', 'presentation', 'legal', 'employer', 'confidential'];

/** Whether whoever is signed in may change it: the service shows what is confidential to them alone. */
export function mayChange(residence: Residence): boolean {
  return residence.iban !== undefined;
}
