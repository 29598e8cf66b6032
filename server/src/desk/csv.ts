/** What makes Excel take UTF-8 for what it is. */
export const byteOrderMark = '\uFEFF';

/**
 * A line of a file that opens rightly in a French Excel: `;` between cells, each text in quotation marks, CRLF at the end.
 * Quotation marks alone make no text of a formula: a cell that a spreadsheet would take for one gets an apostrophe before
 * it, so that whoever has sent it does not calculate on the reader's machine.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(';')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

// Also as East Asian keyboards write them.
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
