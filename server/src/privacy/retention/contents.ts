import { type RawBuilder, sql } from 'kysely';

/** Names of JSON members, in lower case, at any depth. */
export const healthKeys = new Set([
  'gir',
  'girestime',
  'uniteprotege',
  'securite',
  'comment',
  'commentairecontact',
  'contact',
]);
export const ipKeys = new Set(['ip']);
/** Identifiers of clicks on advertisements, and when they were made. */
export const adKeys = new Set([
  'gclid',
  'gbraid',
  'wbraid',
  'gclidcapturedat',
  'gclsrc',
  'dclid',
  'fbclid',
  'msclkid',
]);

export const holdsHealth = sql`(e.comment is not null or ${holdsKeys(healthKeys)}
  or exists (select 1 from actions where entry_id = e.id and comment is not null))`;
export const holdsIp = holdsKeys(ipKeys);
export const holdsAdIds = sql`(e.gclid is not null or ${holdsKeys(adKeys)})`;

/** Whether one of these members is anywhere in the JSON of the entry `e`, of its history or of a partner's message. */
function holdsKeys(keys: ReadonlySet<string>): RawBuilder<unknown> {
  return sql`(${hasKey('e.fields', keys)} or ${hasKey('e.extra', keys)}
    or exists (select 1 from history where entry_id = e.id and ${hasKey('detail', keys)})
    or exists (select 1 from orientations where entry_id = e.id and ${hasKey('message', keys)}))`;
}

/** As text: JSON is stored as `JSON.stringify` writes it, where a quote inside a string has a backslash. */
function hasKey(column: string, keys: ReadonlySet<string>): RawBuilder<unknown> {
  const found = [...keys].map(
    (key) => sql`lower(cast(${sql.ref(column)} as text)) like ${sql.lit(`%"${key}":%`)}`,
  );
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Returns JSON text without these members; null when nothing is left, and unchanged when it has none of them. */
export function withoutKeys(json: string, keys: ReadonlySet<string>): string {
  return JSON.stringify(pruned(JSON.parse(json), keys));
}

function pruned(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => pruned(element, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !keys.has(name.toLowerCase()))
      .map(([name, member]) => [name, pruned(member, keys)]),
  );
}
