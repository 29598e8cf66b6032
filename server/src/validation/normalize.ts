import type { TSchema } from 'typebox';
import { type Content, longestText } from '../contract/fields.ts';
import type { WireName, WireNames } from '../contract/wire-names.ts';
import { coercion, type FieldKind } from './coercions.ts';
import { normalizeText, tooLong } from './text.ts';
import { ValidationError } from './validation-error.ts';

/**
 * Key of a normalized object under which the fields that its schema does not declare are kept; absent when there are
 * none. No field of the contract has the empty name.
 */
export const additionalKey = '';
export type AdditionalFields = Readonly<Record<string, unknown>>;
/** A normalized object: the declared fields, and the additional ones under {@link additionalKey}. */
export type Normalized<T> = T & { readonly [additionalKey]?: AdditionalFields };

/** How deep objects and arrays may be nested (docs/interface.md, « Sending »). */
const maxDepth = 16;

/**
 * Normalizes one value. `undefined` means absent. A value that can't be coerced is returned as is: the schema rejects it.
 */
type Normalizer = (value: unknown, depth: number) => unknown;

/**
 * Makes a normalizer from a schema (docs/interface.md, « Sending »): empty values become absent, values of another shape or
 * type are coerced when nothing is lost (coercions.ts; shapes in bodies alone), texts are normalized, and fields that the
 * schema does not declare go under {@link additionalKey}. Declared fields are put in the schema's order and additional ones
 * are sorted, so that equal content has equal JSON.
 */
export function normalizer(
  schema: TSchema,
  wireNames: WireNames,
  isBody: boolean,
): (value: unknown) => unknown {
  const normalize = objectNormalizer(schema, wireNames, isBody);
  return (value) => normalize(value, 1);
}

/** The schema keywords that this folder uses. */
export interface JsonSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: unknown;
  readonly 'x-content'?: Content;
  readonly 'x-wire'?: WireName;
}

function normalizerOf(schema: JsonSchema, wireNames: WireNames, isBody: boolean): Normalizer {
  const kind = kindOf(schema);
  if (kind === undefined) return normalizeUnknown;
  const coerce = coercion(kind, isBody, schema.maxLength);
  if (kind !== 'object' && kind !== 'list') return coerce;
  const normalize =
    kind === 'object'
      ? objectNormalizer(schema, wireNames, isBody)
      : arrayNormalizer(itemNormalizer(schema.items ?? {}, wireNames, isBody));
  return (value, depth) => normalize(coerce(value), depth);
}

/** An empty object of a list stays, so that errors name the right one; `[]` is how PHP writes a map without members. */
function itemNormalizer(schema: JsonSchema, wireNames: WireNames, isBody: boolean): Normalizer {
  if (schema.type !== 'object') return normalizerOf(schema, wireNames, isBody);
  const normalize = objectNormalizer(schema, wireNames, isBody);
  return (value, depth) => (Array.isArray(value) && value.length === 0 ? undefined : normalize(value, depth));
}

function kindOf({ type, format, enum: values, 'x-content': content }: JsonSchema): FieldKind | undefined {
  switch (type) {
    case 'string':
      if (format === 'exact' || format === 'raw') return 'exact';
      if (format === 'base64') return 'file content';
      if (format === 'email') return 'email';
      if (format !== undefined || values !== undefined) return 'word';
      return content?.prose === false ? 'name' : 'text';
    case 'array':
      return 'list';
    case 'object':
    case 'integer':
    case 'number':
    case 'boolean':
      return type;
    default:
      return undefined;
  }
}

function objectNormalizer(
  { properties = {} }: JsonSchema,
  wireNames: WireNames,
  isBody: boolean,
): Normalizer {
  const names = Object.keys(properties);
  const position = new Map(names.map((name, i) => [name, i]));
  for (const [i, name] of names.entries()) position.set(wireNameOf(name, properties[name], wireNames), i);
  const normalizers = names.map((name) => normalizerOf(properties[name] ?? {}, wireNames, isBody));
  return (value, depth) => {
    if (value === null || value === undefined || value === '') return undefined;
    if (!isObject(value)) return value;
    checkDepth(depth);
    const known: unknown[] = new Array(names.length);
    let others: string[] | undefined;
    for (const key of Object.keys(value)) {
      const i = position.get(key);
      if (i === undefined) {
        others ??= [];
        others.push(key);
      } else if (known[i] === undefined)
        known[i] = normalizeMember(key, normalizers[i] ?? normalizeUnknown, value[key], depth);
      else {
        // The field came under both its wire name and its default name: keep the second as an additional field.
        others ??= [];
        others.push(key);
      }
    }
    const normalized: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) {
      if (known[i] !== undefined) normalized[names[i] as string] = known[i];
    }
    const additional = others && normalizeOthers(value, others, depth);
    if (additional !== undefined) normalized[additionalKey] = additional;
    return normalized;
  };
}

/** Name of a property on the wire: the installation's, or its own. */
export function wireNameOf(name: string, schema: JsonSchema | undefined, wireNames: WireNames): string {
  const wire = schema?.['x-wire'];
  return wire === undefined ? name : wireNames[wire];
}

function normalizeOthers(value: Readonly<Record<string, unknown>>, keys: string[], depth: number) {
  // Without a prototype, `__proto__` is a field like any other.
  const additional: Record<string, unknown> = Object.create(null);
  const times = new Map<string, number>();
  let isEmpty = true;
  for (const key of keys.sort()) {
    const normalized = normalizeMember(key, normalizeUnknown, value[key], depth, false);
    if (normalized === undefined) continue;
    isEmpty = false;
    additional[freeName(normalizeText(key), additional, times)] = normalized;
  }
  return isEmpty ? undefined : additional;
}

/**
 * Returns the name, with a number appended when an earlier name is the same once normalized. `times` holds the last number
 * of each name, so that thousands of equal names do not take quadratic time.
 */
function freeName(name: string, used: object, times: Map<string, number>): string {
  let free = name;
  let time = times.get(name) ?? 1;
  while (free in used) free = `${name}_${++time}`;
  times.set(name, time);
  return free;
}

function arrayNormalizer(normalize: Normalizer): Normalizer {
  return (value, depth) => {
    if (value === null || value === undefined || value === '') return undefined;
    if (!Array.isArray(value)) return value;
    checkDepth(depth);
    // One `try` around the loop: one for each element takes three times as long.
    const normalized: unknown[] = [];
    let i = 0;
    try {
      for (; i < value.length; i++) {
        const item = normalize(value[i], depth + 1);
        if (item !== undefined) normalized.push(item);
      }
    } catch (error) {
      throw error instanceof ValidationError ? error.under(i) : error;
    }
    return normalized;
  };
}

const normalizeList = arrayNormalizer(normalizeUnknown);

function normalizeUnknown(value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') {
    const normalized = normalizeText(value);
    if (isLongerThan(normalized, longestText)) throw tooLong(longestText);
    return normalized === '' ? undefined : normalized;
  }
  if (Array.isArray(value)) return normalizeList(value, depth);
  if (!isObject(value)) return value;
  checkDepth(depth);
  return normalizeOthers(value, Object.keys(value), depth) ?? {};
}

/** In code points, which are counted only when the number of UTF-16 units does not settle it. */
function isLongerThan(text: string, most: number): boolean {
  return text.length > 2 * most || (text.length > most && [...text].length > most);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws a {@link ValidationError} for a value that is nested too deep. */
export function checkDepth(depth: number): void {
  if (depth > maxDepth)
    throw new ValidationError('', `expected at most ${maxDepth} levels of objects and arrays`);
}

/** Normalizes the value of a key. The path of a field is only built when it is wrong. */
function normalizeMember(
  key: string | number,
  normalize: Normalizer,
  value: unknown,
  depth: number,
  isDeclared = true,
): unknown {
  try {
    return normalize(value, depth + 1);
  } catch (error) {
    throw error instanceof ValidationError ? error.under(key, isDeclared) : error;
  }
}
