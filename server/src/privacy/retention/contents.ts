import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';
import type { Bounds } from './bounds.ts';

/** Names of JSON members, at any depth: those of the contract, and what sites call the same. */
export const healthKeys: ReadonlySet<string> = new Set([
  'GirEstime',
  'GIR',
  'gir',
  'UniteProtege',
  'securite',
  'comment',
  'CommentaireContact',
  'contact',
  'asleepReason',
]);
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

export const holdsHealth = ({
  dialect,
}: Bounds) => sql`(e.comment is not null or e.original_comment is not null or e.asleep_reason is not null
  or exists (select 1 from actions where entry_id = e.id and comment is not null)
  or ${holdsKeys(dialect, healthKeys)})`;
export const holdsIp = ({ dialect }: Bounds) => holdsKeys(dialect, ipKeys);
export const holdsAdIds = ({ dialect }: Bounds) =>
  sql`(e.gclid is not null or ${holdsKeys(dialect, adKeys)})`;

/** Whether one of these members is anywhere in the JSON of the entry `e`, of its history or of a partner's message. */
function holdsKeys(dialect: Dialect, keys: ReadonlySet<string>): RawBuilder<unknown> {
  // JSON is stored as `JSON.stringify` writes it: a quote inside a string has a backslash.
  const isIn = (column: string) =>
    sql`(${sql.join(
      [...keys].map((key) => dialect.jsonContains(column, `"${key}":`)),
      sql` or `,
    )})`;
  return sql`(${isIn('e.fields')} or ${isIn('e.extra')}
    or exists (select 1 from history where entry_id = e.id and ${isIn('detail')})
    or exists (select 1 from orientations where entry_id = e.id and ${isIn('message')}))`;
}

/** Returns JSON text without these members. */
export function withoutKeys(json: string, keys: ReadonlySet<string>): string {
  return JSON.stringify(pruned(JSON.parse(json), keys));
}

function pruned(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => pruned(element, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !keys.has(name))
      .map(([name, member]) => [name, pruned(member, keys)]),
  );
}
