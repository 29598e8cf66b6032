import type { EntryKind } from '../contract/enumerations.ts';
import type { FieldRow } from '../contract/field-rows.ts';
import { longestName } from '../contract/fields.ts';
import { listed, scalarText } from './coercions.ts';
import { additionalKey, isObject } from './normalize.ts';
import { normalizeText } from './text.ts';

/** Members of an object or list that are looked at for a name: more than a form has fields. */
const maxMembers = 500;
/** What form plug-ins call the name of a field beside its `value`. */
const nameKeys = ['field', 'name', 'label', 'title', 'id'] as const;
/** What else they say of a field. It goes with its value. */
const companions = [...nameKeys, 'value', 'raw_value', 'type', 'required'];

/**
 * Moves the fields of a site to ours, by the rows of its caller (docs/integrators.md, « Fields with other names »). What has
 * no row, or a place that is taken, stays where it is: an unnamed field.
 */
export function placeFields(body: unknown, rows: readonly FieldRow[], kind: EntryKind): void {
  if (!isObject(body)) return;
  for (const { kind: of, to, from, values, constant } of rows) {
    const place = of === kind ? placeOf(body, to) : undefined;
    if (place === undefined || !isEmpty(place.holder[place.name])) continue;
    const value = from === undefined ? constant : take(body, from);
    if (isEmpty(value)) continue;
    place.holder[place.name] = values === undefined ? value : translated(value, values);
    const { related, holder } = place;
    // The person may have had nothing but what was taken.
    if (related !== undefined)
      body.commercialrelations = related.includes(holder) ? related : [holder, ...related];
  }
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  /** The related persons, of whom one holds the field. */
  readonly related?: readonly unknown[];
}

/** Where our field stands: at the top, or in the first related person. */
function placeOf(body: Record<string, unknown>, to: string): Place | undefined {
  const [, name] = /^commercialrelations\[0\]\.(.+)$/.exec(to) ?? [];
  if (name === undefined) return { holder: body, name: to };
  const { commercialrelations: sent } = body;
  const related = isEmpty(sent) ? [] : listed(sent);
  if (!Array.isArray(related)) return undefined;
  return { holder: related.find(isObject) ?? {}, name, related };
}

/**
 * Takes a value out, with the objects that it leaves empty. `path` is a key, or leads on through dots or brackets:
 * `form_fields[tel]`, `fields.tel`. A key may hold dots itself, so the longest one counts.
 */
function take(holder: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(holder, path)) return takeMember(holder, path, '');
  const dots = dotted(path);
  for (let end = dots.length; end > 0; end = dots.lastIndexOf('.', end - 1)) {
    const key = keyOf(holder, dots.slice(0, end));
    if (key !== undefined) return takeMember(holder, key, dots.slice(end + 1));
  }
  return undefined;
}

/** `form_fields[tel]` → `form_fields.tel`. */
export function dotted(path: string): string {
  return path.replace(/\[([^[\]]*)\]/g, '.$1');
}

function takeMember(holder: Record<string, unknown>, key: string, rest: string): unknown {
  const found = holder[key];
  const isHolder = typeof found === 'object' && found !== null;
  if (rest !== '') {
    const value = isHolder ? take(found as Record<string, unknown>, rest) : undefined;
    if (value !== undefined && isEmpty(found)) remove(holder, key);
    return value;
  }
  if (!isField(found)) {
    remove(holder, key);
    return found;
  }
  const { value } = found;
  for (const name of companions) delete found[name];
  if (isEmpty(found)) remove(holder, key);
  return value;
}

/** A member of a list leaves a gap, so that those behind it keep their numbers. */
function remove(holder: Record<string, unknown>, key: string): void {
  if (Array.isArray(holder)) holder[Number(key)] = null;
  else delete holder[key];
}

/** The key of a name: as it is written, without spaces around it, or the name that a member of a list has. */
function keyOf(holder: Record<string, unknown>, name: string): string | undefined {
  if (Object.hasOwn(holder, name)) return name;
  const isList = Array.isArray(holder);
  return Object.keys(holder)
    .slice(0, maxMembers)
    .find((key) => (isList ? nameOf(holder[key]) : normalizeText(key)) === name);
}

/** `{"title":"Nom","value":"Martin"}` → `Nom`. */
function nameOf(member: unknown): string | undefined {
  if (!isObject(member)) return undefined;
  const names = nameKeys.flatMap((key) => {
    const found = member[key];
    return isObject(found) ? [found.ref, found.id] : [found];
  });
  const name = names.find((one) => (typeof one === 'string' && one !== '') || typeof one === 'number');
  return name === undefined ? undefined : normalizeText(String(name));
}

/** Whether it is `{"title":"Nom","value":"Martin"}`. */
function isField(found: unknown): found is Record<string, unknown> {
  return isObject(found) && Object.hasOwn(found, 'value') && nameOf(found) !== undefined;
}

function translated(value: unknown, values: Readonly<Record<string, string>>): unknown {
  const fold = (text: string) => normalizeText(text).toLowerCase();
  const table = new Map(Object.entries(values).map(([of, ours]) => [fold(of), ours]));
  const one = (sent: unknown) => {
    const text = scalarText(sent);
    return typeof text === 'string' && text.length <= longestName ? (table.get(fold(text)) ?? sent) : sent;
  };
  return Array.isArray(value) ? value.slice(0, maxMembers).map(one) : one(value);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * The fields of a message that have no place, named as a row names them, each with its value as text. Names are cut: their
 * holders' names stand before each. Lazy, as there may be thousands.
 */
export function* unplacedFields(
  fields: object,
  path = '',
): Generator<{ readonly name: string; readonly value: string }> {
  for (const [key, found] of Object.entries(fields)) {
    const part = (Array.isArray(fields) ? nameOf(found) : undefined) ?? key;
    const name = (path === '' ? part : `${path}.${part}`).slice(0, longestName);
    const value = isField(found) ? found.value : found;
    const isHolder = (one: unknown) => typeof one === 'object' && one !== null;
    if (isObject(value) || (Array.isArray(value) && value.some(isHolder))) yield* unplacedFields(value, name);
    else yield { name, value: Array.isArray(value) ? value.join(', ') : String(value) };
  }
}

/** The additional fields of a normalized message and of what it lists. */
export function additionalIn(message: object): Record<string, unknown> {
  const { [additionalKey]: own, ...declared }: Record<string, unknown> = { ...message };
  const lists = Object.entries(declared).flatMap(([name, list]) => {
    const inner = Array.isArray(list) ? list.map((one) => Object(one)[additionalKey] ?? null) : [];
    return isEmpty(inner) ? [] : [[name, inner] as const];
  });
  return { ...Object(own), ...Object.fromEntries(lists) };
}
