import type { Channel, LetterUse } from '../store/tables.ts';

const ofLetters = [
  'salutation',
  'résidence',
  'adresse',
  'téléphone',
  'date',
  'heure',
  'délai',
  'référence',
  'documents',
  'signature',
] as const;
// Nothing that a visitor has typed: a receipt goes to an address that anybody may have written into a form.
const ofReceipts = ['résidence', 'téléphone', 'délai', 'référence'] as const;
export type Variable = (typeof ofLetters)[number];

/** What a template may hold in braces, by its use. */
export const variablesOf = {
  free: ofLetters,
  visit: ofLetters,
  'visit-moved': ofLetters,
  'visit-cancelled': ofLetters,
  reminder: ofLetters,
  receipt: ofReceipts,
} as const satisfies Readonly<Record<Exclude<LetterUse, 'answer'>, readonly string[]>>;
export type TemplateUse = keyof typeof variablesOf;

/** By which channels a message of a use can go. A stranger may have typed the number of a form: no receipt goes there. */
export const channelsOf = (use: TemplateUse): readonly Channel[] =>
  use === 'receipt' ? ['email'] : ['email', 'sms'];

const inBraces = /\{([\p{L} ]{1,40})\}/gu;

export const variablesIn = (text: string): string[] =>
  [...text.matchAll(inBraces)].map(([, name = '']) => name);

/** The text with the values of its variables. One without a value stays as it is. */
export function filled(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(
    inBraces,
    (whole, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? whole,
  );
}
