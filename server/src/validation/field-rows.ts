import type { EntryKind } from '../contract/enumerations.ts';
import type { FieldRow } from '../contract/field-rows.ts';
import { longestName } from '../contract/fields.ts';
import { isObject } from './normalize.ts';
import { normalizeText } from './text.ts';

/** Members of a list that are looked at for a name: more than a form has fields. */
const maxMembers = 500;
/** What form plug-ins call the name of a field beside its `value`. */
const nameKeys = ['field', 'name', 'label', 'title', 'id'] as const;

/**
 * Moves the fields of a site to ours, by the rows of its caller (docs/integrators.md, « Fields with other names »). What has
 * no row, or a place that is taken, stays where it is: an unnamed field.
 */
export function placeFields(body: unknown, rows: readonly FieldRow[], kind: EntryKind): void {
  if (!isObject(body)) return;
  for (const { kind: of, to, from, values, constant } of rows) {
    const place = of === kind ? placeOf(body, to) : undefined;
    if (place === undefined || !isEmpty(place.holder[place.name])) continue;
    const value = from === undefined ? constant : take(body, pathOf(body, from));
    if (!isEmpty(value)) place.holder[place.name] = values === undefined ? value : translated(value, values);
    if (place.isNew && !isEmpty(value)) body.commercialrelations = [place.holder];
  }
}

/** Where our field stands: at the top, or in the first related person. */
function placeOf(body: Record<string, unknown>, to: string) {
  const [, name] = /^commercialrelations\[0\]\.(.+)$/.exec(to) ?? [];
  if (name === undefined) return { holder: body, name: to, isNew: false };
  const { commercialrelations: related } = body;
  if (isEmpty(related)) return { holder: {} as Record<string, unknown>, name, isNew: true };
  const [first] = Array.isArray(related) ? related : [related];
  return isObject(first) ? { holder: first, name, isNew: false } : undefined;
}

/** A key of the body, or a path: `form_fields[tel]`, `fields.tel`. */
function pathOf(body: object, from: string): string[] {
  return Object.hasOwn(body, from) ? [from] : from.split(/[.[\]]+/).filter((part) => part !== '');
}

/** Takes a value out, with the objects that it leaves empty. */
function take(holder: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return undefined;
  const members = Array.isArray(holder) ? holder : undefined;
  const name = members === undefined ? key : String(indexOf(members, key));
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined;
  const fields = holder as Record<string, unknown>;
  const found = fields[name];
  const value = rest.length === 0 ? fieldValue(found) : take(found, rest);
  if (value !== undefined && (rest.length === 0 || isEmpty(found))) {
    if (members === undefined) delete fields[name];
    else members.splice(Number(name), 1);
  }
  return value;
}

function indexOf(members: readonly unknown[], key: string): number {
  const named = members
    .slice(0, maxMembers)
    .findIndex((one) => isObject(one) && nameKeys.some((name) => String(one[name]) === key));
  return named >= 0 ? named : Number(key);
}

/** `{"title":"Nom","value":"Martin"}` → `Martin`. */
function fieldValue(found: unknown): unknown {
  const isField = isObject(found) && 'value' in found && nameKeys.some((name) => name in found);
  return isField ? found.value : found;
}

function translated(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((one) => translated(one, values));
  const fold = (text: unknown) => normalizeText(String(text)).toLowerCase();
  const sought = String(value).length > longestName ? undefined : fold(value);
  return Object.entries(values).find(([of]) => fold(of) === sought)?.[1] ?? value;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

/** The fields of a message that have no place, named as a row names them, each with its value as text. */
export function* unplacedFields(
  fields: object,
  path = '',
): Generator<{ readonly name: string; readonly value: string }> {
  for (const [key, found] of Object.entries(fields)) {
    const member = isObject(found)
      ? nameKeys.map((name) => found[name]).find((name) => !isEmpty(name))
      : undefined;
    const part = Array.isArray(fields) && member !== undefined ? String(member) : key;
    const name = path === '' ? part : `${path}.${part}`;
    const value = fieldValue(found);
    const isNested = isObject(value) || (Array.isArray(value) && value.some(isObject));
    if (isNested) yield* unplacedFields(value, name);
    else yield { name, value: Array.isArray(value) ? value.join(', ') : String(value) };
  }
}
