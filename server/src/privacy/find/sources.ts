import { type RawBuilder, sql } from 'kysely';
import { type Columns, type Holding, type Place, places } from '../places.ts';
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

const ofPersons: ReadonlySet<Holding> = new Set(['deleted', 'blanked', 'rewritten', 'later', 'request']);

/** Columns of persons that are not searched. */
const unread: ReadonlySet<string> = new Set([
  // CVs are not read: the names of the files are listed.
  'files.content',
  'files.type',
  // Hashes and days.
  'idempotency_keys.sender',
  'idempotency_keys.content_hash',
  'idempotency_keys.expires_at',
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
  privacy_requests: { number: 'id', place: 'request', belongsTo: sql<number>`id` },
  privacy_request_entries: { number: 'request_id', place: 'request', belongsTo: sql<number>`request_id` },
};

/** Every table that holds texts of persons, by the inventory. Throws when it is not decided how one of them is read. */
export const sources: readonly Source[] = order(Object.keys(places) as Place[]).flatMap((table): Source[] => {
  const columns = textsOf(table);
  if (columns.length === 0) return [];
  const reading = readings[table];
  if (reading === undefined) throw new Error(`${table}: the deep search has to know how it is read`);
  return [{ table, columns, ...reading }];
});

function textsOf(table: Place): string[] {
  const columns: Columns = places[table];
  return Object.entries(columns).flatMap(([column, holding]) =>
    ofPersons.has(holding) && !unread.has(`${table}.${column}`) ? [column] : [],
  );
}

function order(tables: readonly Place[]): Place[] {
  const inOrder = Object.keys(readings);
  return tables.toSorted((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b));
}
