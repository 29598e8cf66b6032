import { longestText } from '../contract/fields.ts';
import { normalizeText, tooLong } from './text.ts';

/** Makes a value what was meant; `undefined` means absent. What it can't mend it returns as it is: the schema refuses that. */
type Coercion = (value: unknown) => unknown;

/**
 * What form plug-ins, PHP, spreadsheets and address books make of a field, and how it is mended (docs/interface.md,
 * « Sending »): the first column is for bodies alone, as a query parameter that comes twice is refused. Each reads what the
 * one before has left.
 */
const coercions = {
  text: [joined, scalarText],
  name: [joined, scalarText, withoutEntities],
  email: [single, scalarText, bareAddress],
  // An enumeration, a day.
  word: [single, scalarText, dayOfMidnight],
  exact: [single, scalarText],
  'file content': [single],
  number: [single, decimalNumber],
  integer: [single, decimalNumber, exactInteger],
  boolean: [single, truthValue],
  object: [single],
  list: [listed],
} as const satisfies Readonly<Record<string, readonly [shape: Coercion, ...others: Coercion[]]>>;
export type FieldKind = keyof typeof coercions;

/** Fields that are kept as they were sent, or are decoded. */
const uncleaned: ReadonlySet<FieldKind> = new Set(['exact', 'file content']);

/** Returns the coercions of a field as one; `longest` is the limit of its text in code points. */
export function coercion(kind: FieldKind, isBody: boolean, longest = longestText): Coercion {
  const [shape, ...others] = coercions[kind];
  const clean: Coercion = (value) =>
    typeof value === 'string' && !uncleaned.has(kind) ? normalizeText(value, longest) : value;
  const steps = isBody ? [shape, clean, ...others] : [clean, ...others];
  return (sent) => {
    let value = sent;
    for (const step of steps) if (!isAbsent(value)) value = step(value);
    return isAbsent(value) ? undefined : value;
  };
}

const isAbsent = (value: unknown) => value === null || value === undefined || value === '';

/** `["Sous 15 jours"]` and `{"0":"Sous 15 jours"}` → `Sous 15 jours`; `[]` and `{}` → absent. */
function single(value: unknown): unknown {
  const members = membersOf(value) ?? [value];
  return members.length > 1 ? value : members[0];
}

/** As {@link single}; `["Unité protégée","Fugue"]` → `Unité protégée, Fugue`. */
function joined(value: unknown): unknown {
  const members = membersOf(value);
  if (members === undefined || members.length < 2) return single(value);
  const texts = members.map(scalarText);
  if (!texts.every((text) => typeof text === 'string')) return value;
  if (texts.reduce((sum, { length }) => sum + length, 0) > 8 * longestText) throw tooLong(longestText);
  return texts.map((text) => normalizeText(text)).join(', ');
}

/** `{"0":{…},"2":{…}}` → the members in this order; `{"lastName":"Martin"}` → a list of one; `[]` and `{}` → absent. */
export function listed(value: unknown): unknown {
  const members = Array.isArray(value) ? value : membersOf(value);
  if (members !== undefined) return members.length === 0 ? undefined : members;
  return typeof value === 'object' ? [value] : value;
}

/** The members of a list, of an empty object, or of one with numbers for keys, without those that are empty. */
function membersOf(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && !Object.keys(value).every((key) => /^\d{1,9}$/.test(key))) return undefined;
  // Keys that are numbers come in their order.
  return Object.values(value).filter((member) => !isAbsent(member));
}

export function scalarText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** .NET's `2026-03-04T00:00:00` → `2026-03-04`. */
function dayOfMidnight(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^([\d-]{10})T00:00:00(?:\.0+)?$/, '$1') : value;
}

const entities: Record<string, string> = { '#039': "'", '#39': "'", quot: '"', lt: '<', gt: '>', amp: '&' };

/** `L&#039;Haÿ` → `L'Haÿ`. In names alone: texts stay as sent. */
function withoutEntities(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('&')) return value;
  return value.replace(/&(#0?39|quot|lt|gt|amp);/g, (entity, name) => entities[name] ?? entity);
}

/** `mailto:`, `Claire <claire@example.org>`, a full stop or comma behind it, marks that copying leaves → the address. */
function bareAddress(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = withoutFormat(value);
  const [, inBrackets = text] = /^[^<>@]*<([^<>]*)>[.,;]?$/.exec(text) ?? [];
  return inBrackets
    .trim()
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/[.,;]$/, '');
}

/** Returns an address without format characters, which come by copying it: RFC 5321 has none. */
export function withoutFormat(address: string): string {
  return address.replace(/\p{Cf}/gu, '').trim();
}

const decimal = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const french = /^[+-]?(?:\d+|\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+)(?:,\d+)?$/;

/** `2450.50`, `2 500,50`, `2 500,50 €` → the number. */
function decimalNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const amount = value.replace(/[ \u00a0\u202f]?€$/, '');
  if (decimal.test(amount)) return Number(amount);
  return french.test(amount) ? Number(amount.replace(/\s/g, '').replace(',', '.')) : value;
}

/** An integer that JavaScript can't hold exactly becomes text, which the schema refuses. */
function exactInteger(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value)) return value;
  // Turns -0 into 0: the databases have no integer -0.
  return Number.isSafeInteger(value) ? value + 0 : String(value);
}

function truthValue(value: unknown): unknown {
  const text = scalarText(value);
  if (typeof text !== 'string') return value;
  if (/^(?:true|1|on|oui|yes)$/i.test(text)) return true;
  return /^(?:false|0|off|non|no)$/i.test(text) ? false : value;
}
