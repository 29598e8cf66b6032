import { byteOrderMark, csvLine } from '../../../server/src/http/csv.ts';
import { textsOf } from '../i18n/texts.ts';
import type { Figures } from './FigureTable.tsx';
import { plainFigure } from './figure-format.ts';

const t = textsOf('statistics.unit');

/** A table as a file for spreadsheets: plain numbers, their units in the head. */
export function csvOf({ head, columns, rows }: Figures): string {
  const heads = columns.map(({ label, kind }) =>
    kind === 'count' || kind === 'average' ? label : t(kind, { column: label }),
  );
  const lines = rows.map(({ label, cells }) => [
    label,
    ...columns.map(({ kind }, i) => plainFigure(kind, cells[i] ?? null)),
  ]);
  return byteOrderMark + [[head, ...heads], ...lines].map(csvLine).join('');
}
