import { looksChanged } from '../../http/csv.ts';
import { phoneKeys } from '../../phones/phone-keys.ts';

const phoneCharacters = /^[\d\s+()./\u2010-\u2015-]+$/;
const french = /^[1-9]\d{8}$/;
/** Fewer digits in pairs could be read as a date or a decimal number. */
const minPairedDigits = 8;

/**
 * Returns a phone number in a form that spreadsheets leave alone: `06.39.98.12.34`, `00.32.47.01.23.45.6` for `+32 470 12
 * 34 56`. Digits alone, even quoted, become a number and lose their zero; a leading `+` starts a formula, and an apostrophe
 * against that would be visible; `="06…"` is itself a formula. Pairs of digits with points are text to Excel and
 * LibreOffice in any language. Text that is not just a phone number is returned as typed.
 */
export function phoneText(typed: string): string {
  if (!phoneCharacters.test(typed)) return typed;
  const keys = phoneKeys(typed);
  const dialled = typed
    .replace(/^\D*\+/, '00')
    .replaceAll('+', '00')
    .replace(/^\D+/, '');
  if (keys.length !== 1 && !looksChanged(dialled)) return dialled;
  const [key = ''] = keys;
  const hasPrefix = /^\D*[0+]/.test(typed);
  const dialledDigits = dialled.replace(/\D+/g, '');
  const isWhole = hasPrefix && french.test(key) && dialledDigits.endsWith(key);
  const digits = isWhole ? `0${key}` : dialledDigits;
  return digits.length < minPairedDigits ? digits : (digits.match(/\d{1,2}/g) ?? []).join('.');
}
