// Printable ASCII with no space at either end: almost every field of almost every request.
const plain = /^[!-~](?:[ -~]*[!-~])?$/;
// Latin letters with and without accents, and the marks that French texts are set with: well-formed and NFC as they are.
const latin = /^[\n\r\t -~\u00a0-\u02ff\u2010-\u2027\u202f\u20ac]*$/;
const control = /[\p{Cc}]/u;
// Line breaks and tabs stay.
const unwanted = /[^\P{Cc}\n\r\t]/gu;

/**
 * A text as it is kept (docs/interface.md, « Sending »): well-formed Unicode, control characters other than line breaks and tabs
 * turned into spaces, NFC, trimmed.
 */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  if (latin.test(text)) return text.trim();
  return text.toWellFormed().replace(unwanted, ' ').normalize('NFC').trim();
}

/** Whether a text can be kept exactly as sent: no control character, no lone surrogate. */
export function isExact(text: string): boolean {
  return text.isWellFormed() && !control.test(text);
}
