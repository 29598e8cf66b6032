import type { TSchema } from 'typebox';
import { longestText } from '../contract/fields.ts';
import type { WireName, WireNames } from '../contract/wire-names.ts';
import { cleanText, tooLong } from './text.ts';
import { ValidationError } from './validation-error.ts';

/**
 * Where the fields that the contract does not name stand in a cleaned object, absent when there are none:
 * under the empty name, which no field of the contract has.
 */
export const extraKey = '';
export type Extra = Readonly<Record<string, unknown>>;
/** A cleaned object: what its schema says, and beside it what the schema does not name. */
export type Cleaned<T> = T & { readonly [extraKey]?: Extra };

/** Outside this many objects and arrays within each other nothing is read (docs/interface.md, « Sending »). */
const deepest = 16;

/** Cleans one value. `undefined` means absent. A value that can't be coerced comes back as it is, for the schema to refuse. */
type Cleaner = (value: unknown, depth: number) => unknown;

/**
 * Makes a cleaner from a schema (docs/interface.md, « Sending »): empty means absent, scalars of another type are coerced when nothing is
 * lost, texts are cleaned, fields that the schema does not name go under {@link extraKey}. Known fields come out in the
 * schema's order and the others sorted, so that equal contents have equal JSON.
 */
export function cleaner(schema: TSchema, wireNames: WireNames): (value: unknown) => unknown {
  const clean = cleanerOf(schema, wireNames);
  return (value) => clean(value, 1);
}

/** What this folder reads of a schema. */
export interface JsonSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly maxLength?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly 'x-wire'?: WireName;
}

function cleanerOf(schema: JsonSchema, wireNames: WireNames): Cleaner {
  switch (schema.type) {
    case 'object':
      return objectCleaner(schema.properties ?? {}, wireNames);
    case 'array':
      return arrayCleaner(cleanerOf(schema.items ?? {}, wireNames));
    case 'string':
      return schema.format === 'exact' || schema.format === 'raw'
        ? keepString
        : schema.format === 'base64'
          ? keepBase64
          : stringCleaner(typeof schema.maxLength === 'number' ? schema.maxLength : longestText);
    case 'integer':
      return cleanInteger;
    case 'number':
      return cleanNumber;
    case 'boolean':
      return cleanBoolean;
    default:
      return cleanUnknown;
  }
}

function objectCleaner(properties: Readonly<Record<string, JsonSchema>>, wireNames: WireNames): Cleaner {
  const names = Object.keys(properties);
  const position = new Map(names.map((name, i) => [name, i]));
  for (const [i, name] of names.entries()) position.set(wireNameOf(name, properties[name], wireNames), i);
  const cleaners = names.map((name) => cleanerOf(properties[name] ?? {}, wireNames));
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
        known[i] = named(key, cleaners[i] ?? cleanUnknown, value[key], depth);
      else {
        // The same field under the wire name and under the default one: the second is kept as it came.
        others ??= [];
        others.push(key);
      }
    }
    const cleaned: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) {
      if (known[i] !== undefined) cleaned[names[i] as string] = known[i];
    }
    const unnamed = others && cleanOthers(value, others, depth);
    if (unnamed !== undefined) cleaned[extraKey] = unnamed;
    return cleaned;
  };
}

/** The name that a property has on the wire: its own, or the installation's. */
export function wireNameOf(name: string, schema: JsonSchema | undefined, wireNames: WireNames): string {
  const wire = schema?.['x-wire'];
  return wire === undefined ? name : wireNames[wire];
}

function cleanOthers(value: Readonly<Record<string, unknown>>, keys: string[], depth: number) {
  // Without a prototype even a field called __proto__ is only a field.
  const unnamed: Record<string, unknown> = Object.create(null);
  const times = new Map<string, number>();
  let some = false;
  for (const key of keys.sort()) {
    const cleaned = named(key, cleanUnknown, value[key], depth);
    if (cleaned === undefined) continue;
    some = true;
    unnamed[freeName(cleanText(key), unnamed, times)] = cleaned;
  }
  return some ? unnamed : undefined;
}

/**
 * The name itself, or the name with a number when another one was the same once cleaned. `times` remembers how far each
 * name has come: thousands of equal ones must not be tried again and again.
 */
function freeName(name: string, used: object, times: Map<string, number>): string {
  let free = name;
  let time = times.get(name) ?? 1;
  while (free in used) free = `${name}_${++time}`;
  times.set(name, time);
  return free;
}

function arrayCleaner(clean: Cleaner): Cleaner {
  return (value, depth) => {
    if (value === null || value === undefined || value === '') return undefined;
    if (!Array.isArray(value)) return value;
    checkDepth(depth);
    // One `try` for the whole list: one for each element takes three times as long.
    const cleaned: unknown[] = [];
    let i = 0;
    try {
      for (; i < value.length; i++) {
        const item = clean(value[i], depth + 1);
        if (item !== undefined) cleaned.push(item);
      }
    } catch (error) {
      throw error instanceof ValidationError ? error.under(i) : error;
    }
    return cleaned;
  };
}

const cleanList = arrayCleaner(cleanUnknown);

function cleanUnknown(value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') {
    const cleaned = cleanText(value);
    if (isLongerThan(cleaned, longestText)) throw tooLong(longestText);
    return cleaned === '' ? undefined : cleaned;
  }
  if (Array.isArray(value)) return cleanList(value, depth);
  if (!isObject(value)) return value;
  checkDepth(depth);
  return cleanOthers(value, Object.keys(value), depth) ?? {};
}

function stringCleaner(longest: number): Cleaner {
  return (value) => {
    if (value === null || value === undefined) return undefined;
    if (typeof value === 'string') {
      const cleaned = cleanText(value, longest);
      return cleaned === '' ? undefined : cleaned;
    }
    return scalarText(value);
  };
}

function keepString(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  return scalarText(value);
}

/** Base64 may be megabytes long: it is decoded, not cleaned. */
function keepBase64(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

function scalarText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** In code points. Counting them one by one is for texts that may pass. */
function isLongerThan(text: string, most: number): boolean {
  return text.length > 2 * most || (text.length > most && [...text].length > most);
}

const decimal = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function cleanNumber(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return value;
  const cleaned = cleanText(value);
  if (cleaned === '') return undefined;
  return decimal.test(cleaned) ? Number(cleaned) : value;
}

/** An integer that JavaScript can't hold exactly comes back as text, for the schema to refuse. */
function cleanInteger(value: unknown): unknown {
  const cleaned = cleanNumber(value);
  if (typeof cleaned !== 'number' || !Number.isInteger(cleaned)) return cleaned;
  // Minus zero is zero: the databases do not know it as an integer.
  return Number.isSafeInteger(cleaned) ? cleaned + 0 : String(cleaned);
}

function cleanBoolean(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return value;
  const cleaned = cleanText(value);
  if (cleaned === '') return undefined;
  return cleaned === 'true' ? true : cleaned === 'false' ? false : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws a {@link ValidationError} for what lies within too many others. */
export function checkDepth(depth: number): void {
  if (depth > deepest)
    throw new ValidationError('', `expected at most ${deepest} levels of objects and arrays`);
}

/** Cleans what stands under a key. The path of a field is put together only when it is in the way. */
function named(key: string | number, clean: Cleaner, value: unknown, depth: number): unknown {
  try {
    return clean(value, depth + 1);
  } catch (error) {
    throw error instanceof ValidationError ? error.under(key) : error;
  }
}
