import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';
import { bind } from '../../store/statement.ts';
import { namesWith } from '../fields.ts';
import { memberPattern } from '../sensitive-names.ts';

/**
 * Names of JSON members, at any depth: what the messages say of their fields, and the reason of a partner's follow-up in the
 * history. How sites name the same, sensitive-names.ts says.
 */
export const healthKeys: ReadonlySet<string> = new Set([...namesWith('health'), 'reason']);
export const ipKeys: ReadonlySet<string> = new Set(['ip']);
/** Identifiers of clicks on advertisements, and when they were made. */
export const adKeys: ReadonlySet<string> = new Set([
  'gclid',
  'gbraid',
  'wbraid',
  'gclidCapturedAt',
  'fbclid',
  'msclkid',
]);

/** A part of an entry's data. */
export interface Part {
  /** Members of its JSON, by their names. */
  readonly keys: ReadonlySet<string>;
  /** Those whose names match this regular expression too (sensitive-names.ts). */
  readonly names?: string | undefined;
  /** Its comments, notes, messages to its persons and the reason of its sleep too. */
  readonly texts?: boolean;
  readonly gclid?: boolean;
}

/**
 * Whether a row of a table belongs to the entry `e` and meets the condition. With `offset` PostgreSQL looks at the rows of each
 * entry; without, it may read the whole table for every slice of entries.
 */
export function hasRow(table: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select 1 from ${sql.table(table)} where entry_id = e.id and ${condition} limit 1 offset 0)`;
}

/** Whether the entry `e` holds anything of a part of its data. */
export function holdsPart({ keys, names, texts, gclid }: Part, dialect: Dialect): RawBuilder<unknown> {
  const note = hasRow('actions', sql`comment is not null`);
  const conditions = [
    ...(texts
      ? [
          sql`e.comment is not null`,
          sql`e.original_comment is not null`,
          sql`e.asleep_reason is not null`,
          note,
          hasRow('letters', sql`body <> ''`),
        ]
      : []),
    ...(gclid ? [sql`e.gclid is not null`] : []),
    holdsKeys(dialect, keys, names),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Whether one of these members is anywhere in the JSON of the entry `e` and of what belongs to it. */
function holdsKeys(dialect: Dialect, keys: ReadonlySet<string>, names?: string): RawBuilder<unknown> {
  // JSON is stored as `JSON.stringify` writes it: a quote inside a string has a backslash.
  const isIn = (column: string) =>
    sql`(${sql.join(
      [
        ...[...keys].map((key) => dialect.jsonContains(column, `${JSON.stringify(key)}:`)),
        ...(names === undefined
          ? []
          : [dialect.matches(sql`cast(${sql.ref(column)} as text)`, bind(memberPattern(names)))]),
      ],
      sql` or `,
    )})`;
  const isInRows = (table: string, column: string) => hasRow(table, isIn(column));
  return sql`(${isIn('e.fields')} or ${isIn('e.extra')} or ${isInRows('relations', 'extra')}
    or ${isInRows('actions', 'extra')} or ${isInRows('history', 'detail')} or ${isInRows('orientations', 'message')})`;
}
