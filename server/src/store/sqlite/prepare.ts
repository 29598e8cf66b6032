import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

/** SQL prepared on one connection, whose rows are arrays in the order of these names. */
export interface PreparedText {
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

/** Statements kept: more than staff use in a day, of tens of thousands of combinations of filters. */
const maxPrepared = 200;

/**
 * Returns a function that prepares SQL on a connection, or returns what it has prepared from the same text. Prepared at each
 * use, statements took up to 400 MB until they were collected, and ten times as long.
 */
export function preparing(connection: DatabaseSync): (text: string) => PreparedText {
  const prepared = new LRUCache<string, PreparedText>({ max: maxPrepared });
  return (text) => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = connection.prepare(text);
    statement.setReturnArrays(true);
    const names = statement.columns().map(({ name }) => name);
    // `run()` also returns the last row id, and FTS5 row ids can exceed 2^53.
    if (names.length === 0) statement.setReadBigInts(true);
    const added = { statement, names };
    prepared.set(text, added);
    return added;
  };
}
