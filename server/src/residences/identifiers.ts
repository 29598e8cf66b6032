import type { EstablishmentDetail } from '../contract/establishment.ts';

/** Parsers of a residence's identifiers. Each takes the text as typed, spaces included. */

const compact = (typed: string): string => typed.replace(/[\s.\-\u00a0\u202f]/g, '');

/** SIREN of La Poste: its establishments fail the Luhn check, and have a digit sum divisible by 5 instead. */
const laPoste = '356000000';

/** The 14 digits of a SIRET; `undefined` when it is invalid. */
export function siretOf(typed: string): string | undefined {
  const siret = compact(typed);
  if (!/^\d{14}$/.test(siret)) return undefined;
  if (luhn(siret)) return siret;
  const sum = [...siret].reduce((total, digit) => total + Number(digit), 0);
  return siret.startsWith(laPoste) && sum % 5 === 0 ? siret : undefined;
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** An IBAN in upper case without spaces; `undefined` when its format or its check digits are wrong. */
export function ibanOf(typed: string): string | undefined {
  const iban = compact(typed).toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return undefined;
  if (iban.startsWith('FR') && iban.length !== 27) return undefined;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n ? iban : undefined;
}

/** A BIC of 8 or 11 characters, in upper case; `undefined` when it is invalid. */
export function bicOf(typed: string): string | undefined {
  const bic = compact(typed).toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic) ? bic : undefined;
}

/** A French postal code: five digits, of an existing department, Corsica (20) and overseas (97, 98) included. */
export function postalCodeOf(typed: string): string | undefined {
  const code = compact(typed);
  return /^(?:0[1-9]|[1-8]\d|9[0-5]|97|98)\d{3}$/.test(code) ? code : undefined;
}

/** Whether a text can be the slug of a group: 1 to 63 small letters, digits, - and _. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text);
}

/** The rules for details that are identifiers. Every input, from the desk or an import, goes through `read`. */
export const identifierRules: Partial<
  Record<EstablishmentDetail, { read(typed: string): string | undefined; expected: string }>
> = {
  siret: { read: siretOf, expected: 'a SIRET of 14 digits, the last one right' },
  iban: { read: ibanOf, expected: 'an IBAN with right check digits' },
  bic: { read: bicOf, expected: 'a BIC of 8 or 11 characters' },
  cp: { read: postalCodeOf, expected: 'a postal code of 5 digits (a spreadsheet may drop a leading 0)' },
};
