import { CsvError, parse } from 'csv-parse/sync';
import { importColumnNames } from '../../french/import-columns.ts';
import { unprotected } from '../../http/csv.ts';
import { normalizeText } from '../../validation/text.ts';

/** One line of a CSV file, or one element of a JSON array. */
export interface ImportRow {
  /** The line in the file, from 1 (the header); for JSON the element, from 1. */
  readonly number: number;
  /** By column. Columns missing from the file are absent and change nothing. An empty cell is `""`. */
  readonly cells: ReadonlyMap<string, string>;
}

/** What is wrong with one field of one row; the field is empty when the row as a whole is wrong. */
export interface ImportProblem {
  readonly number: number;
  readonly field: string;
  readonly message: string;
}

export interface ImportFile {
  /** The unit of row and problem numbers. */
  readonly unit: 'line' | 'element';
  readonly rows: readonly ImportRow[];
  /** Malformed rows. */
  readonly problems: readonly ImportProblem[];
}

/** Thrown when a file can't be read at all. Its message is meant for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** No import has as many. */
const maxColumns = 100;

const tooLong = (what: 'columns' | 'rows', max: number) =>
  new UnreadableFile(`The file has more than ${max} ${what}`);

/**
 * Reads a CSV file (`;` or `,`, with a header, UTF-8 with or without BOM) or a JSON array of objects, told apart by their
 * first character. Throws {@link UnreadableFile}, also for more than {@link maxColumns} columns or `maxRows` rows.
 */
export function readImportFile(content: Uint8Array, maxRows = Number.POSITIVE_INFINITY): ImportFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableFile('The file is not UTF-8 (in a spreadsheet, save it as « CSV UTF-8 »)');
  }
  return /^\s*[[{]/.test(text) ? readJson(text, maxRows) : readCsv(text, maxRows);
}

function readCsv(text: string, maxRows: number): ImportFile {
  const [header, ...records] = recordsOf(text, maxRows);
  if (header === undefined) throw new UnreadableFile('The file is empty: expected a line of column names');
  const columns = header.cells.map(columnOf);
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new UnreadableFile(`The column ${twice} is there twice`);
  const rows: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  for (const { line, cells } of records) {
    const extra = cells.slice(columns.length).some((cell) => cell !== '');
    if (extra || cells.length < columns.length) {
      const message = `expected ${columns.length} cells, as in the header, and found ${cells.length}`;
      problems.push({ number: line, field: '', message });
    } else {
      rows.push({ number: line, cells: new Map(columns.map((name, i) => [name, cells[i] ?? ''])) });
    }
  }
  return { unit: 'line', rows, problems };
}

const columns = new Map(
  Object.entries(importColumnNames).map(([column, name]) => [name.toLowerCase(), column]),
);

/** A column may have its French name. */
function columnOf(name: string): string {
  return columns.get(name.toLowerCase()) ?? name;
}

/** The records that are not empty, numbered by their first line: quoted cells may span several. */
function recordsOf(text: string, maxRows: number): { line: number; cells: string[] }[] {
  const withoutReturns = text.replace(/\r\n?/g, '\n');
  const [header = ''] = withoutReturns.split('\n', 1);
  // Excel's own line about what is between the cells.
  const [, named] = /^sep=([;,\t])$/.exec(header) ?? [];
  const delimiter = named ?? (header.split(';').length > header.split(',').length ? ';' : ',');
  const names = withoutReturns.split('\n', named === undefined ? 1 : 2).at(-1) ?? '';
  if (names.split(delimiter, maxColumns + 1).length > maxColumns) throw tooLong('columns', maxColumns);
  try {
    const records: { line: number; cells: string[] }[] = [];
    let line = 1;
    parse(withoutReturns, {
      delimiter,
      from_line: named === undefined ? 1 : 2,
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        const cells = record.map((cell) => unprotected(normalizeText(cell)));
        if (cells.some((cell) => cell !== '')) records.push({ line, cells });
        if (records.length > maxRows + 1) throw tooLong('rows', maxRows);
        line = lines + 1;
        return null;
      },
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`Not CSV: ${error.message}`);
    throw error;
  }
}

function readJson(text: string, maxRows: number): ImportFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(`Not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!Array.isArray(value)) throw new UnreadableFile('Expected a JSON array of objects');
  if (value.length > maxRows) throw tooLong('rows', maxRows);
  const rows: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  for (const [i, element] of value.entries()) {
    const number = i + 1;
    if (typeof element !== 'object' || element === null || Array.isArray(element)) {
      problems.push({ number, field: '', message: 'expected a JSON object' });
      continue;
    }
    if (Object.keys(element).length > maxColumns) throw tooLong('columns', maxColumns);
    const cells = new Map<string, string>();
    for (const [field, cell] of Object.entries(element)) {
      if (cell !== null && typeof cell === 'object') {
        problems.push({ number, field, message: 'expected a string, a number, true, false or null' });
      } else cells.set(columnOf(field), cell === null ? '' : normalizeText(String(cell)));
    }
    rows.push({ number, cells });
  }
  return { unit: 'element', rows, problems };
}
