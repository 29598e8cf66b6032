import { phoneKeys } from '../../phones/phone-keys.ts';

const phoneCharacters = /^[\d\s+()./\u2010-\u2015-]+$/;
const french = /^[1-9]\d{8}$/;
/** Fewer digits, in pairs, might be a date or a decimal number. */
const minPairedDigits = 8;

/**
 * A phone number as a spreadsheet shows it and leaves it: `06.39.98.12.34`, `00.32.47.01.23.45.6` for `+32 470 12 34 56`.
 * Digits alone would be a number and lose their zero, however they are quoted; a `+` in front begins a formula, which an
 * apostrophe would show beside; `="06…"` is a formula itself. Digits in pairs, with points, are text to Excel and LibreOffice
 * in any language. What is no plain number stays as it was typed.
 */
export function phoneText(typed: string): string {
  if (!phoneCharacters.test(typed)) return typed;
  const keys = phoneKeys(typed);
  const dialled = typed
    .replace(/^\D*\+/, '00')
    .replaceAll('+', '00')
    .replace(/^\D+/, '');
  if (keys.length !== 1) return dialled;
  const [key = ''] = keys;
  const hasPrefix = /^\D*[0+]/.test(typed);
  const digits = hasPrefix && french.test(key) ? `0${key}` : dialled.replace(/\D+/g, '');
  return digits.length < minPairedDigits ? digits : (digits.match(/\d{1,2}/g) ?? []).join('.');
}
