import { longestText } from '../../contract/fields.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import type { Flag } from '../../store/tables.ts';
import type { ImportProblem, ImportRow } from './file.ts';

/** What an import would do. With problems it must not be applied. */
export interface ImportPlan {
  /** Each by its id and name, `12 Villa Garance`. */
  readonly added: readonly string[];
  /** With the names of the columns that change, `12 Villa Garance: siret, phone`. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  readonly problems: readonly ImportProblem[];
  /** Stores it, in the transaction in which it was planned. */
  apply(tx: Transaction): Promise<void>;
}

export interface ImportOptions {
  /** Whether the file is the whole list: what it does not name is removed. */
  readonly replace: boolean;
}

/** Makes a plan from what a file says and what is stored now. */
export type Planner = (
  read: Queries,
  rows: readonly ImportRow[],
  options: ImportOptions,
) => Promise<ImportPlan>;

/** Reads the cells of one row and notes what is wrong with them. */
export interface Cells {
  /** `undefined` when the file has no such column, `""` when the cell is empty. */
  text(field: string): string | undefined;
  /** Notes a problem when the cell is empty or missing. */
  required(field: string): string | undefined;
  /** What stays when the file has no such column; an empty cell is a problem. */
  kept(field: string, old: string): string | undefined;
  /** An id from 1 to `most`. */
  id(field: string, most: number): number | undefined;
  /** Yes or no, in the words of a spreadsheet. */
  flag(field: string): Flag | undefined;
  problem(field: string, message: string): void;
}

const flags: Readonly<Record<string, Flag>> = Object.fromEntries([
  ...['1', 'true', 'vrai', 'oui', 'yes'].map((word) => [word, 1]),
  ...['0', 'false', 'faux', 'non', 'no'].map((word) => [word, 0]),
]);

/** Cells of a row, its problems added to `problems`. A column that is none of `columns` is one. */
export function cellsOf(row: ImportRow, columns: readonly string[], problems: ImportProblem[]): Cells {
  const problem = (field: string, message: string) =>
    void problems.push({ number: row.number, field, message });
  for (const [field, text] of row.cells) {
    // Once for the whole file.
    if (!columns.includes(field) && problems.every((earlier) => earlier.field !== field)) {
      problem(field, `no such column: expected some of ${columns.join(', ')}`);
    }
    if (text.length > longestText) problem(field, `expected at most ${longestText} characters`);
  }
  const text = (field: string) => row.cells.get(field);
  const required = (field: string) => {
    const given = text(field) ?? '';
    if (given === '') problem(field, 'expected a value');
    return given === '' ? undefined : given;
  };
  return {
    text,
    required,
    kept: (field, old) => (text(field) === undefined ? old : required(field)),
    id(field, most) {
      const given = text(field) ?? '';
      const id = /^[1-9]\d{0,15}$/.test(given) ? Number(given) : Number.NaN;
      if (id <= most) return id;
      problem(
        field,
        given === '' ? 'expected a value' : `expected an integer from 1 to ${most}, not ${given}`,
      );
      return undefined;
    },
    flag(field) {
      const given = text(field)?.toLowerCase() ?? '';
      if (given === '') return undefined;
      const flag = flags[given];
      if (flag === undefined) problem(field, `expected true or false, oui or non, 1 or 0, not ${given}`);
      return flag;
    },
    problem,
  };
}

/** One thing that an import does. */
export type Step = (tx: Transaction) => Promise<unknown>;

/** Steps taken one after another. */
export function inOrder(steps: readonly Step[]): ImportPlan['apply'] {
  return async (tx) => {
    for (const step of steps) await step(tx);
  };
}
