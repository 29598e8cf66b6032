import type { FigureFormat, FigureKind } from './figure-format.ts';

/** Figures in rows: what a chart shows, as a table and as a file. */
export interface Table {
  /** The name of the file, without its ending. */
  readonly file: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Row {
  /** Unlike that of any other row. */
  readonly id: string | number;
  readonly cells: readonly Cell[];
}

export interface Column {
  readonly label: string;
  readonly kind: 'text' | FigureKind;
}

/** Null: there is no such figure. */
export type Cell = string | number | null;

/** A cell as it is read. */
export function cellText(cell: Cell, kind: Column['kind'], format: FigureFormat, none: string): string {
  if (cell === null) return none;
  return typeof cell === 'string' || kind === 'text' ? String(cell) : format.figure(kind, cell);
}
