import { byteOrderMark, csvLine } from '../../../server/src/http/csv.ts';
import type { Figures } from './FigureTable.tsx';
import { plainFigure } from './figure-format.ts';

/** A table as a file for spreadsheets: plain numbers, their units in the head. */
export function csvOf({ head, columns, rows }: Figures): string {
  const heads = columns.map(({ label, kind }) =>
    kind === 'count' || kind === 'average'
      ? label
      : { days: `${label} (jours)`, share: `${label} (%)`, minutes: `${label} (heures ouvrées)` }[kind],
  );
  const lines = rows.map(({ label, cells }) => [
    label,
    ...columns.map(({ kind }, i) => plainFigure(kind, cells[i] ?? null)),
  ]);
  return byteOrderMark + [[head, ...heads], ...lines].map(csvLine).join('');
}
