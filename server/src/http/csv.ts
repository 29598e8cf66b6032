/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Returns a line for a French Excel: `;` between cells, texts in quotation marks, decimals after a comma, CRLF at the end.
 * Quotation marks do not stop a spreadsheet from running a cell as a formula, which a stranger may have sent, or from
 * making a date of the reference `2026-03`: such a cell gets an apostrophe before it.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(';')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = looksChanged(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Returns the text of a cell without the apostrophe that {@link csvLine} has put before it. */
export function unprotected(cell: string): string {
  return cell.startsWith("'") && looksChanged(cell.slice(1)) ? cell.slice(1) : cell;
}

// Including the full-width forms of East Asian keyboards.
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** These stay: whole numbers as far as all their digits are shown, and a day as a French spreadsheet writes it. */
const unchanged = /^(?:0|[1-9]\d{0,10}|\d\d\/\d\d\/\d{4}(?: \d\d:\d\d)?)$/;
const changed = [
  // Numbers: `0012`, `1E5`, `1,50`, `1 234`, `(12)`, `12 %`, twenty digits.
  /^[(€$£]?\s?(?:\d+|\d{1,3}(?:[\s.,]\d{3})+)?(?:[.,]\d*)?(?:E[+-]?\d+)?\s?[)%€$£]?$/i,
  // Days and fractions: `12/24`, `2026-03`, `3.4.26`, `2026-03-04 10:30`, `1 1/2`.
  /^(?:\d+\s)?\d{1,4}\s?[-/.]\s?\d{1,4}(?:\s?[-/.]\s?\d{1,4})?(?:[\sT]\d{1,2}:[\d:]*)?$/,
  // Hours: `8:30`, `3 pm`.
  /^\d{1,4}(?::[\d:]*(?:[.,]\d*)?\s?|\s)(?:[ap]m?)?$/i,
  // Months: `3 mars`, `mars-26`.
  /^(?:\d{1,4}[\s./-]?)?(?:janv(?:ier)?|févr?(?:ier)?|mars?|avr(?:il)?|mai|juin|juil(?:let)?|ao[uû]t|sept?(?:embre)?|oct(?:obre)?|nov(?:embre)?|d[ée]c(?:embre)?)(?:[\s./-]?\d{1,4})?$/i,
];

/** Whether a French Excel, which reads a cell as if it was typed, would show or keep something else than this text. */
export function looksChanged(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  if (formula.test(bare)) return true;
  if (!/\d/.test(bare)) return /^(?:vrai|faux)$/i.test(bare.trim());
  return !unchanged.test(bare) && changed.some((kind) => kind.test(bare.trim()));
}
