/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Returns a line for a French Excel: `;` between cells, texts in quotation marks, decimals after a comma, CRLF at the end. Quotation marks do not
 * stop a spreadsheet from running a cell as a formula, which a stranger may have sent: such a cell gets an apostrophe
 * before it.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(';')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = formula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

// Including the full-width forms of East Asian keyboards.
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
