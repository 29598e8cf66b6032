import { type Fields, isFields, only } from '../../entries/diff.ts';
import { enumeratedChanges } from '../history-details.ts';

const keptActionFields = new Set(['date', 'time', 'stage', 'done']);

/** Returns the detail of a history line with the changes of enumerated values alone. */
export function rewriteHistory({ changes, actions, ...rest }: Fields): Fields {
  const isPlain = (value: unknown) => value === null || !['string', 'object'].includes(typeof value);
  const kept: Record<string, unknown> = only(rest, (_, value) => isPlain(value));
  if (isFields(changes)) kept.changes = only(changes, (name) => enumeratedChanges.has(name));
  if (isFields(actions)) {
    kept.actions = Object.fromEntries(
      Object.entries(actions).map(([position, fields]) => [
        position,
        isFields(fields) ? only(fields, (name) => keptActionFields.has(name)) : {},
      ]),
    );
  }
  return kept;
}

const keptData = new Set(['id', 'customId', 'type']);

/** Returns the body of a webhook with everything in `data` null but the entry's identifiers and type. */
export function rewriteBody(body: string): string {
  const { data, ...envelope } = JSON.parse(body) as Fields;
  const blanked = isFields(data)
    ? Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, keptData.has(name) ? value : null]),
      )
    : null;
  return JSON.stringify({ ...envelope, data: blanked });
}
