import { largestEstablishmentId, longestText } from '../../contract/fields.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { changedNames } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { Flag } from '../../store/tables.ts';
import type { ImportProblem, ImportRow } from './file.ts';

/** What an import would do. It must not be applied if it has problems. */
export interface ImportPlan {
  /** Each by its id and name, `12 Villa Garance`. */
  readonly added: string[];
  /** With the names of the columns that change, `12 Villa Garance: siret, phone`. */
  readonly changed: string[];
  readonly removed: string[];
  readonly unchanged: number;
  readonly problems: ImportProblem[];
  /** The writes that apply it, one after another, in the transaction in which it was planned. */
  readonly steps: readonly Write[];
}

/** One write of an import. */
export type Write = (tx: Transaction) => Promise<unknown>;

export interface ImportOptions {
  /** Whether the file is the complete list: rows missing from it are removed. */
  readonly replace: boolean;
}

/** Makes a plan from a file's rows and the stored ones. */
export type Planner = (
  read: Queries,
  rows: readonly ImportRow[],
  options: ImportOptions,
) => Promise<ImportPlan>;

/** Reads the cells of one row and collects their problems. */
export interface Cells {
  /** `undefined` when the file has no such column, `""` when the cell is empty. */
  text(field: string): string | undefined;
  /** Adds a problem when the cell is empty or missing. */
  required(field: string): string | undefined;
  /** The cell, or `old` when the file has no such column; an empty cell is a problem. */
  kept(field: string, old: string): string | undefined;
  /** An id from 1 to `max`. */
  id(field: string, max: number): number | undefined;
  /** A boolean, in the words used in spreadsheets. */
  flag(field: string): Flag | undefined;
  problem(field: string, message: string): void;
}

const flags: Readonly<Record<string, Flag>> = Object.fromEntries([
  ...['1', 'true', 'vrai', 'oui', 'yes'].map((word) => [word, 1]),
  ...['0', 'false', 'faux', 'non', 'no'].map((word) => [word, 0]),
]);

/** The elements of a JSON file may each have names of their own. */
const maxUnknown = 100;

/** Reads the rows of a file. Adds problems to `problems`, among them columns that are not in `columns`, once a file. */
export function cellReader(columns: readonly string[], problems: ImportProblem[]): (row: ImportRow) => Cells {
  const known = new Set(columns);
  const unknown = new Set<string>();
  const isNew = (field: string) => !known.has(field) && !unknown.has(field) && unknown.size < maxUnknown;
  return (row) => cellsOf(row, columns, problems, (field) => isNew(field) && unknown.add(field).has(field));
}

function cellsOf(
  row: ImportRow,
  columns: readonly string[],
  problems: ImportProblem[],
  isUnknown: (field: string) => boolean,
): Cells {
  const problem = (field: string, message: string) =>
    void problems.push({ number: row.number, field, message });
  for (const [field, text] of row.cells) {
    if (isUnknown(field)) problem(field, `no such column: expected some of ${columns.join(', ')}`);
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
    id(field, max) {
      const given = text(field) ?? '';
      const id = /^[1-9]\d{0,15}$/.test(given) ? Number(given) : Number.NaN;
      if (id <= max) return id;
      problem(
        field,
        given === '' ? 'expected a value' : `expected an integer from 1 to ${max}, not ${given}`,
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

/** Collects what is to be done with stored rows; `labelOf` names one to the user. */
export function changesTo<Stored extends { readonly id: number }>(
  stored: readonly Stored[],
  labelOf: (row: Stored) => string,
) {
  const named = new Set<number | string>();
  const added: string[] = [];
  const changed: string[] = [];
  const steps: Write[] = [];
  return {
    /** Notes that the file names a row. Returns whether it has named it before. */
    isTwice(key: number | string): boolean {
      const isKnown = named.has(key);
      named.add(key);
      return isKnown;
    },
    /** `differences`: from the stored row; undefined for a new one. */
    note(label: string, differences: readonly string[] | undefined, write: Write): void {
      if (differences?.length === 0) return;
      if (differences === undefined) added.push(label);
      else changed.push(`${label}: ${differences.join(', ')}`);
      steps.push(write);
    },
    /** Rows that the file does not name, which `replace` removes. */
    missing: ({ replace }: ImportOptions) => (replace ? stored.filter(({ id }) => !named.has(id)) : []),
    plan(
      problems: ImportProblem[],
      removed: readonly Stored[],
      removeRow: (tx: Transaction, id: number) => Promise<unknown>,
    ): ImportPlan {
      const removing = removed.map(
        ({ id }): Write =>
          (tx) =>
            removeRow(tx, id),
      );
      const unchanged = named.size - added.length - changed.length;
      const names = { added, changed, removed: removed.map(labelOf) };
      return { ...names, unchanged, problems, steps: [...steps, ...removing] };
    },
  };
}

export async function readEstablishmentIds(read: Queries): Promise<ReadonlySet<number>> {
  const found = await read.all(query((db) => db.selectFrom('establishments').select('id')));
  return new Set(found.map(({ id }) => id));
}

/** The residence of a row: that of the stored one when the file has no such column. An unknown one is a problem. */
export function establishmentOf(
  cells: Cells,
  known: ReadonlySet<number>,
  old: { readonly establishment_id: number } | undefined,
): number | undefined {
  const id =
    old !== undefined && cells.text('establishment') === undefined
      ? old.establishment_id
      : cells.id('establishment', largestEstablishmentId);
  if (id !== undefined && !known.has(id)) cells.problem('establishment', `no residence has the id ${id}`);
  return id;
}

/** The columns of a file in which a row differs from the stored one; undefined when there is none. */
export function differencesFrom(old: object | undefined, row: object): string[] | undefined {
  if (old === undefined) return undefined;
  return changedNames(old, row).map((name) => (name === 'establishment_id' ? 'establishment' : name));
}
