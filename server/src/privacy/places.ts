import { type Column, type Holding, text } from '../store/column.ts';
import { tables } from '../store/tables.ts';

/** The full-text index, which is a virtual table on SQLite and an ordinary one on PostgreSQL. */
const entryWords = { words: text('deleted') };

/**
 * The inventory of personal data: searches for a person, exports, erasures and the register follow what the definition of
 * each table says of its columns.
 */
const places = { ...tables, entry_words: entryWords };

export type Place = keyof typeof places;
export const allPlaces = Object.keys(places) as Place[];

export function columnsOf(place: Place, ...holdings: readonly Holding[]): string[] {
  return holdings.flatMap((holding) => held(place, holding).map(([name]) => name));
}

/** Returns the columns of a place that are blanked, with the value that replaces theirs. */
export function blanksOf(place: Place): (readonly [column: string, blank: string | null])[] {
  return held(place, 'blanked').map(([name, { blank }]) => [name, blank]);
}

function held(place: Place, holding: Holding): [string, Column<unknown>][] {
  return Object.entries<Column<unknown>>(places[place]).filter(([, column]) => column.holding === holding);
}

/** Returns the columns of a place that hold data of persons, staff included. */
export function personalColumns(place: Place): string[] {
  return columnsOf(place, 'deleted', 'blanked', 'rewritten', 'later', 'staff', 'request');
}
