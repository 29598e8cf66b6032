import { type RawBuilder, sql } from 'kysely';
import { allPlaces, columnsOf, type Place } from '../places.ts';
import type { Trace } from './trace.ts';

/** A table whose texts may name a person. */
export interface Source {
  readonly table: Place;
  /** The column of numbers by which the table is read: each range of it holds few rows. */
  readonly number: 'id' | 'entry_id' | 'request_id';
  readonly columns: readonly string[];
  readonly place: Trace['place'];
  /** The id of what a row belongs to; null when it belongs to nothing. */
  readonly belongsTo: RawBuilder<number | null>;
}

/** Columns of persons that are not searched. */
const unread: ReadonlySet<string> = new Set([
  // CVs are not read: the names of the files are listed.
  'files.content',
  'files.type',
  // Hashes and days.
  'idempotency_keys.sender',
  'idempotency_keys.content_hash',
  'idempotency_keys.expires_at',
  // They are in its body.
  'refused_creations.keys',
  // The words of names that `entries` and `relations` hold; SQLite does not keep them as text.
  'entry_words.words',
]);

const ownEntry = { number: 'entry_id', place: 'entry', belongsTo: sql<number>`entry_id` } as const;
const ofEntry = { number: 'id', place: 'entry', belongsTo: sql<number>`entry_id` } as const;
/** How each table is read, in the order of the search. */
const readings: Partial<Record<Place, Omit<Source, 'table' | 'columns'>>> = {
  entries: { number: 'id', place: 'entry', belongsTo: sql<number>`id` },
  relations: ownEntry,
  actions: ownEntry,
  orientations: ofEntry,
  files: ownEntry,
  history: ofEntry,
  outbox: ofEntry,
  attempts: {
    number: 'id',
    place: 'entry',
    belongsTo: sql<number>`(select entry_id from outbox where outbox.id = attempts.outbox_id)`,
  },
  idempotency_keys: ownEntry,
  entry_phones: ownEntry,
  holds: ofEntry,
  letters: ofEntry,
  privacy_requests: { number: 'id', place: 'request', belongsTo: sql<number>`id` },
  privacy_request_entries: { number: 'request_id', place: 'request', belongsTo: sql<number>`request_id` },
  refused_creations: { number: 'id', place: 'refused', belongsTo: sql<number>`id` },
};

/** Every table that holds texts of persons, by the inventory. Throws when it is not decided how one of them is read. */
export const sources: readonly Source[] = inOrder(allPlaces).flatMap((table): Source[] => {
  const columns = textsOf(table);
  if (columns.length === 0) return [];
  const reading = readings[table];
  if (reading === undefined) throw new Error(`${table}: the deep search has to know how it is read`);
  return [{ table, columns, ...reading }];
});

/** Texts of staff are left to the search by index. */
function textsOf(table: Place): string[] {
  return columnsOf(table, 'deleted', 'blanked', 'rewritten', 'later', 'request').filter(
    (column) => !unread.has(`${table}.${column}`),
  );
}

function inOrder(tables: readonly Place[]): Place[] {
  const order = Object.keys(readings);
  return tables.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}
