import type { FigureFormat } from './figure-format.ts';
import type { Table } from './tables.ts';

const byteOrderMark = '\ufeff';

/**
 * A table as CSV that spreadsheets open correctly: `;` between cells, UTF-8 with a byte order mark, quoted texts, plain
 * numbers as French writes them. `headers` belong to the columns.
 */
export function csvOf({ columns, rows }: Table, headers: readonly string[], format: FigureFormat): string {
  const lines = rows.map(({ cells }) =>
    cells.map((cell, i) => {
      const kind = columns[i]?.kind ?? 'text';
      if (cell === null) return '';
      return typeof cell === 'string' || kind === 'text' ? text(String(cell)) : format.bare(kind, cell);
    }),
  );
  return `${byteOrderMark}${[headers.map(text), ...lines].map((line) => `${line.join(';')}\r\n`).join('')}`;
}

/** Quotes a cell. An apostrophe keeps a spreadsheet from reading it as a formula. */
function text(cell: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Downloads a file made in the page. */
export function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser must have started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
