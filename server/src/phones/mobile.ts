import { frenchKeys } from './phone-keys.ts';

/** Mobile numbers of the overseas departments, by the first digits of their keys, and their country codes. */
const overseas = [
  ['262', /^(?:69[23]|639(?!98)|709[23])/],
  ['590', /^(?:69[01]|7090)/],
  ['594', /^(?:694|7080)/],
  ['596', /^(?:69[67]|7091)/],
] as const;

/**
 * The first French mobile number in these phone fields, with a plus and the country code; undefined without one. A number
 * without its zero or code may be that of another country, and a stranger has it here.
 */
export function mobileIn(phones: readonly unknown[]): string | undefined {
  const keys = phones.flatMap((phone) => (typeof phone === 'string' ? frenchKeys(phone) : []));
  const key = keys.find((one) => /^(?:6\d|7[03-9])\d{7}$/.test(one) && !one.startsWith('700'));
  if (key === undefined) return undefined;
  const code = overseas.find(([, digits]) => digits.test(key))?.[0] ?? '33';
  return `+${code}${key}`;
}
