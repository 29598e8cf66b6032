import { enumeratedChanges } from '../history-details.ts';

const keptActionFields = new Set(['date', 'time', 'stage', 'done']);

type Json = Readonly<Record<string, unknown>>;

/** Returns the detail of a history line with the changes of enumerated values alone. */
export function rewriteHistory(detail: string): string {
  const { changes, actions, ...rest } = JSON.parse(detail) as Json;
  const kept: Record<string, unknown> = only(
    rest,
    (_, value) => typeof value !== 'string' && !isObject(value),
  );
  if (isObject(changes)) kept.changes = only(changes, (name) => enumeratedChanges.has(name));
  if (isObject(actions)) {
    kept.actions = Object.fromEntries(
      Object.entries(actions).map(([position, fields]) => [
        position,
        isObject(fields) ? only(fields, (name) => keptActionFields.has(name)) : {},
      ]),
    );
  }
  return JSON.stringify(kept);
}

const keptData = new Set(['id', 'customId', 'type']);

/** Returns the body of a webhook with everything in `data` null but the entry's identifiers and type. */
export function rewriteBody(body: string): string {
  const { data, ...envelope } = JSON.parse(body) as Json;
  const blanked = isObject(data)
    ? Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, keptData.has(name) ? value : null]),
      )
    : null;
  return JSON.stringify({ ...envelope, data: blanked });
}

function only(fields: Json, keep: (name: string, value: unknown) => boolean): Json {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => keep(name, value)));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
