import { longestText } from '../contract/fields.ts';
import { breakMarks, normalized } from '../unicode.ts';
import { ValidationError } from './validation-error.ts';

// Printable ASCII with no space at either end: almost every field of almost every request.
const plain = /^[!-~](?:[ -~]*[!-~])?$/;
// Latin letters with and without accents, and French punctuation: always well-formed and in NFC.
const latin = /^[\n\r\t -~\u00a0-\u02ff\u2010-\u2027\u202f\u20ac]*$/;
const control = /[\p{Cc}]/u;
// Line breaks and tabs stay.
const unwanted = /[^\P{Cc}\n\r\t]/gu;

/** A code point has at most two UTF-16 units, and NFC merges at most four code points into one. */
const unitsPerCharacter = 8;

/**
 * Returns a text as it is stored (docs/interface.md, « Sending »): well-formed Unicode, control characters other than line
 * breaks and tabs replaced by spaces, NFC, at most 30 combining marks in a row, trimmed. Throws a {@link ValidationError}
 * when it must exceed `longest` code points even after normalization; the caller checks the length of what is returned.
 */
export function normalizeText(text: string, longest = longestText): string {
  if (plain.test(text)) return text;
  if (latin.test(text)) return text.trim();
  const spaced = text.toWellFormed().replace(unwanted, ' ').trim();
  if (spaced.length > unitsPerCharacter * longest) throw tooLong(longest);
  // NFC can decompose one mark into two or three: limit the runs of marks again.
  return breakMarks(normalized(spaced, 'NFC')).trim();
}

/** The error for a text longer than `longest` code points. */
export function tooLong(longest: number): ValidationError {
  return new ValidationError('', `expected at most ${longest} characters`);
}

/** Whether a text can be stored exactly as sent: no control character, no lone surrogate. */
export function isExact(text: string): boolean {
  return text.isWellFormed() && !control.test(text);
}
