import { longestText } from '../contract/fields.ts';
import { breakMarks, normalized } from '../unicode.ts';
import { ValidationError } from './validation-error.ts';

// Printable ASCII with no space at either end: almost every field of almost every request.
const plain = /^[!-~](?:[ -~]*[!-~])?$/;
// Latin letters with and without accents, and the marks that French texts are set with: well-formed and NFC as they are.
const latin = /^[\n\r\t -~\u00a0-\u02ff\u2010-\u2027\u202f\u20ac]*$/;
const control = /[\p{Cc}]/u;
// Line breaks and tabs stay.
const unwanted = /[^\P{Cc}\n\r\t]/gu;

/** A code point has two UTF-16 units at most, and NFC makes one of four at most. */
const unitsPerCharacter = 8;

/**
 * A text as it is kept (docs/interface.md, « Sending »): well-formed Unicode, control characters other than line breaks and tabs
 * turned into spaces, NFC, at most 30 combining marks in a row, trimmed. Throws a {@link ValidationError} when it is longer than
 * `longest` characters (code points) whatever normalising takes away; one a little longer comes back.
 */
export function cleanText(text: string, longest = longestText): string {
  if (plain.test(text)) return text;
  if (latin.test(text)) return text.trim();
  const spaced = text.toWellFormed().replace(unwanted, ' ').trim();
  if (spaced.length > unitsPerCharacter * longest) throw tooLong(longest);
  // Broken once more: normalising makes two or three marks of some.
  return breakMarks(normalized(spaced, 'NFC')).trim();
}

/** The failure of a text that is longer than so many characters. */
export function tooLong(longest: number): ValidationError {
  return new ValidationError('', `expected at most ${longest} characters`);
}

/** Whether a text can be kept exactly as sent: no control character, no lone surrogate. */
export function isExact(text: string): boolean {
  return text.isWellFormed() && !control.test(text);
}
