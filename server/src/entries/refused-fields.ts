import { type Cached, cached } from '../store/cache.ts';
import type { Database, Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { type Fields, withoutNames } from './diff.ts';
import type { NewEntry } from './entry.ts';

const refusedNow = statement()((db) =>
  db.selectFrom('refused_fields').select('name').where('ended_at', 'is', null),
);

/** Names of unnamed fields that the data protection officer refuses: they are dropped before an entry is stored. */
export type RefusedFields = readonly string[];

/** The refused fields, cached until they change. */
export function openRefusedFields(database: Database): Cached<RefusedFields> {
  return cached(database, 'refused-fields', readRefusedFields);
}

async function readRefusedFields(read: Queries): Promise<RefusedFields> {
  return (await read.all(refusedNow, {})).map(({ name }) => name);
}

/** Returns an entry without the refused fields at any depth. */
export function entryWithout(entry: NewEntry, refused: RefusedFields): NewEntry {
  if (refused.length === 0) return entry;
  const without = <T extends { readonly extra: string | null }>(one: T): T => {
    const { extra } = one;
    if (extra === null || !refused.some((name) => extra.includes(`${JSON.stringify(name)}:`))) return one;
    const kept = fieldsWithout(JSON.parse(extra) as Fields, refused);
    return { ...one, extra: Object.keys(kept).length === 0 ? null : JSON.stringify(kept) };
  };
  return {
    ...without(entry),
    relations: entry.relations.map(without),
    actions: entry.actions.map(without),
  };
}

/** Returns fields without the refused ones at any depth. None of these has a name that messages declare. */
export function fieldsWithout<T extends Fields>(fields: T, refused: RefusedFields): T {
  return refused.length === 0 ? fields : (withoutNames(fields, (name) => refused.includes(name)) as T);
}
