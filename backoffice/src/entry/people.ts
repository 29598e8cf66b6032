import type { Fields } from './whole-entry.ts';

/** As a person is called: the first name, then the married name or else the last name; '' when neither is known. */
export function nameOf({ firstName, lastNameMarital, lastName }: Fields): string {
  return [firstName, lastNameMarital ?? lastName].filter((part) => typeof part === 'string').join(' ');
}

/**
 * The address that a phone calls when a number is touched, made of nothing but its digits; undefined when nothing in
 * the text can be called. Of two numbers in one field, the first.
 */
export function telAddress(typed: string): string | undefined {
  const [first = ''] = typed.split(/[/;,]|\bou\b|\bp\./i);
  const plus = first.trim().startsWith('+') || first.trim().startsWith('00') ? '+' : '';
  const digits = first.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
  return digits.length < 4 ? undefined : `tel:${encodeURIComponent(plus + digits)}`;
}

/** The address that opens a letter to somebody. */
export function mailAddress(typed: string): string {
  return `mailto:${typed.split('@').map(encodeURIComponent).join('@')}`;
}
