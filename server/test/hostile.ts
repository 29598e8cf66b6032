import fc, { type Arbitrary } from 'fast-check';
import { docx, pdf, png } from './documents.ts';
import type { Parameter, Schema } from './openapi-document.ts';

const cvs = [pdf(), png(), docx()].map((content) => content.toString('base64'));

/** Texts that have broken somebody's service. */
const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(256),
  'a'.repeat(255),
  'a'.repeat(256),
  'é'.repeat(20_001),
  '__proto__',
  'constructor',
  "'; drop table entries; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%00',
  '../../etc/passwd',
  '\r\nX-Header: x',
  '=1+1',
  '0000-01-01',
  '2023-02-30',
  '9999-12-31',
  '1e400',
  'NaN',
  '9007199254740993',
  '-0',
  'true',
  'null',
  '+33 6 39 98 12 34',
  '0'.repeat(300),
  '٠١٢٣',
  '\u202e\u200d',
];

const nastyNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 63),
  1e20,
  130,
  131,
];

export const nastyText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** A value of any JSON type. */
const anything: Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(...nastyNumbers, true, false, null, [], {}, [[]], [null], { a: { b: [] } }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly absent. */
export function seldom<T>(value: Arbitrary<T>): Arbitrary<T | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

/** A value as the schema wants it. */
export function good(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const examples = schema.examples === undefined ? [] : [fc.constantFrom(...schema.examples)];
  if (schema.contentEncoding === 'base64') return fc.constantFrom(...cvs);
  if (schema.anyOf !== undefined) {
    const { anyOf, ...common } = schema;
    return fc.oneof(...anyOf.map((one) => good({ ...common, ...one })));
  }
  switch (schema.type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 12 }), ...examples);
    case 'number':
      return fc.oneof(fc.double({ min: schema.minimum ?? 0, max: 1e6, noNaN: true }), ...examples);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(good(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return fc.record(mapped(schema.properties ?? {}, good), { requiredKeys: [...(schema.required ?? [])] });
    case 'string':
      return examples.length > 0 ? fc.oneof(...examples, goodText(schema)) : goodText(schema);
    default:
      return anything;
  }
}

function goodText({ format, maxLength, pattern }: Schema): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 });
  if (format === 'date' || format === 'birth') {
    const between = { min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
    return fc.date(between).map((date) => date.toISOString().slice(0, 10));
  }
  if (format === 'email') return fc.nat(99).map((n) => `visitor${n}@example.org`);
  return fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength ?? 60, 60) });
}

/** A value of a path or query parameter as it is documented: often the very example. */
export function goodParameter({ schema, example }: Parameter): Arbitrary<string> {
  const value =
    example === undefined
      ? good(schema)
      : fc.oneof({ weight: 4, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: good(schema) });
  return value.map(String);
}

/** An object in which some fields are good and others are not what the schema wants, some unheard of. */
export function halfGood(schema: Schema): Arbitrary<unknown> {
  if (schema.type === 'array')
    return fc.array(fc.oneof(halfGood(schema.items ?? {}), anything), { maxLength: 22 });
  if (schema.type !== 'object') return fc.oneof({ weight: 3, arbitrary: good(schema) }, anything);
  const known = fc.record(mapped(schema.properties ?? {}, halfGood), { requiredKeys: [] });
  const unknown = fc.dictionary(nastyText, anything, { maxKeys: 2 });
  return fc.tuple(known, unknown).map(([a, b]) => ({ ...a, ...b }));
}

function mapped<T>(
  properties: Readonly<Record<string, Schema>>,
  make: (schema: Schema) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, make(schema)]));
}

/** Bytes of a body: JSON of a good, half-good or other value, or JSON that is none. */
export function bodyOf(schema: Schema): Arbitrary<string | Buffer> {
  const json = (value: Arbitrary<unknown>) => value.map((one) => JSON.stringify(one) ?? '');
  const fields = Object.keys(schema.properties ?? {});
  const numbers = fc.constantFrom(
    '1e400',
    '-1e400',
    '12345678901234567890',
    '0.00000000000000000001',
    '-0',
    '1E5',
  );
  return fc.oneof(
    { weight: 16, arbitrary: json(good(schema)) },
    { weight: 6, arbitrary: json(halfGood(schema)) },
    { weight: 1, arbitrary: json(anything) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('x', '__proto__', ...fields), numbers)
        .map(([field, number]) => `{${JSON.stringify(field)}:${number}}`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(json(good(schema)), fc.nat(200)).map(([text, length]) => text.slice(0, length)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.nat(200).map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) },
  );
}
