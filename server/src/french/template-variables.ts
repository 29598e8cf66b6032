/** What a template may hold in braces. */
export const variables = [
  'salutation',
  'résidence',
  'adresse',
  'téléphone',
  'date',
  'heure',
  'référence',
  'signature',
] as const;
export type Variable = (typeof variables)[number];

/** The variables in a text. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\{([\p{L} ]{1,40})\}/gu)].map(([, name = '']) => name);
