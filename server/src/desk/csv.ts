/** What makes Excel take UTF-8 for what it is. */
export const byteOrderMark = '\uFEFF';

/**
 * A line of a file that opens rightly in a French Excel: `;` between cells, each in quotation marks where it has to be,
 * CRLF at the end. A cell that a spreadsheet would take for a formula gets an apostrophe before it, phone numbers that
 * begin with `+` too: whoever has sent it must not calculate on the reader's machine.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(';')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
