import type { Residence } from '../api/responses.ts';

/** The details of a residence by block of its page, named as in the main API. */
export const blocks = {
  contact: ['phone', 'email', 'address', 'cp', 'city', 'lat', 'lng', 'googlemapLink'],
  documents: ['tariffsUrl', 'bookletUrl'],
  presentation: ['about', 'slug', 'seoTitleJob', 'pictureName', 'logoName'],
  legal: ['siret', 'status', 'capital', 'tvaNum', 'rcsRef', 'rcsNum', 'prefectureEmail', 'prefectureFax'],
  employer: ['convention', 'collector', 'regimeRetraite', 'regimePrevoyance', 'regimeMutuelle'],
  confidential: ['banque', 'iban', 'bic', 'sepa', 'urssafRef', 'urssafNum'],
} as const;

export type Block = keyof typeof blocks;

export const blockNames: readonly Block[] = [
  'contact',
  'documents',
  'presentation',
  'legal',
  'employer',
  'confidential',
];

/** Whether the user may change it: only then the service shows confidential details. */
export function mayChange(residence: Residence): boolean {
  return residence.iban !== undefined;
}
