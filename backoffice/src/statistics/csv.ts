import { textsOf } from '../i18n/texts.ts';
import type { Figures } from './FigureTable.tsx';
import { bareFigure } from './figure-format.ts';

const t = textsOf('statistics.unit');
const byteOrderMark = '\ufeff';

/**
 * A table as CSV that spreadsheets open correctly: `;` between cells, UTF-8 with a byte order mark, quoted texts, plain
 * numbers as French writes them, their units in the head.
 */
export function csvOf({ head, columns, rows }: Figures): string {
  const heads = columns.map(({ label, kind }) =>
    kind === 'count' || kind === 'average' ? label : t(kind, { column: label }),
  );
  const lines = rows.map(({ label, cells }) => [
    text(label),
    ...columns.map(({ kind }, i) => bareFigure(kind, cells[i] ?? null)),
  ]);
  return `${byteOrderMark}${[[head, ...heads].map(text), ...lines].map((line) => `${line.join(';')}\r\n`).join('')}`;
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
