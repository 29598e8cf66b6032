import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/engine.ts';

/** A condition: a column holds one of `ids`, a JSON array. */
export function idIn(column: string, ids: RawBuilder<string>, engine: Engine) {
  return engine === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${ids}))`
    : sql<boolean>`${sql.ref(column)} = any(array(select value::bigint from json_array_elements_text(${ids}::json) as listed(value)))`;
}
