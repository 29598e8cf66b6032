import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import type { WireNames } from '../contract/wire-names.ts';
import { isDay, momentOf } from './days.ts';
import { type JsonSchema, normalizer, wireNameOf } from './normalize.ts';
import { isExact } from './text.ts';
import { ValidationError } from './validation-error.ts';

/** Returns the normalized value. Throws a {@link ValidationError} that names the first wrong field. */
export type Validator = (value: unknown) => unknown;

/** One e-mail address. Deliberately loose: stricter rules reject addresses of real people. */
export const emailPattern = /^[^\s\p{Cf}@,;<>()"]+@[^\s\p{Cf}@,;<>()"]+\.[^\s\p{Cf}@,;<>()".]+$/u;

// Values are coerced in normalize.ts: Ajv would turn `true` into age 1. `strictNumbers` rejects NaN and Infinity.
const ajv = new Ajv({
  coerceTypes: false,
  allErrors: false,
  strict: false,
  strictNumbers: true,
  // The tests compile every schema; validating them at each start takes 30 ms.
  validateSchema: false,
  meta: false,
  formats: formats(),
  // With the schema of the field: what it lists says more than its type.
  verbose: true,
});

/** A validator that normalizes a message, then checks it against the schema. Shapes are mended in bodies alone. */
export function validator(schema: TSchema, wireNames: WireNames, isBody = true): Validator {
  const normalize = normalizer(schema, wireNames, isBody);
  const { properties = {} } = schema as JsonSchema;
  const check = schemaCheck(schema, (name) => wireNameOf(name, properties[name], wireNames));
  return (value) => {
    const normalized = normalize(value);
    if (normalized === undefined) throw new ValidationError('', 'expected a JSON object');
    return check(normalized);
  };
}

/**
 * Checks values without normalizing them. `wireName` gives the name of a field in a {@link ValidationError}. The schema is
 * compiled at the first value: to compile all of them took a quarter of the start, and 40 MB.
 */
export function schemaCheck(schema: TSchema, wireName: (name: string) => string): Validator {
  let check: ValidateFunction | undefined;
  return (value) => {
    check ??= ajv.compile(schema);
    if (!check(value)) throw validationErrorOf(check.errors?.[0], wireName);
    return value;
  };
}

function formats() {
  return {
    date: isDay,
    moment: (text: string) => momentOf(text) !== undefined,
    // `AnneeNaissance` may be a bare year.
    birth: (text: string) => /^\d{4}$/.test(text) || isDay(text),
    email: emailPattern,
    exact: isExact,
    // Neither trimmed nor normalized: a space may be a `+` that the query string decoded.
    raw: true as const,
    base64: true as const,
    'time-of-day': /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  };
}

function validationErrorOf(
  error: ErrorObject | undefined,
  wireName: (name: string) => string,
): ValidationError {
  if (error === undefined) return new ValidationError('', 'not valid');
  const { missingProperty, additionalProperty } = error.params;
  const below = missingProperty ?? additionalProperty;
  const field = fieldOf(
    below === undefined ? error.instancePath : `${error.instancePath}/${below}`,
    wireName,
  );
  return new ValidationError(field, expectation(error), additionalProperty === undefined ? field : '…');
}

/** `/commercialrelations/0/email` → `commercialrelations[0].email`. */
function fieldOf(pointer: string, wireName: (name: string) => string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, i) => {
      if (i === 0) return wireName(part);
      return /^\d+$/.test(part) ? `[${part}]` : `.${part}`;
    })
    .join('');
}

const formatExpectations: Readonly<Record<string, string>> = {
  date: 'expected a day that exists, as YYYY-MM-DD',
  moment: 'expected a moment such as 2026-03-04 or 2026-03-04T09:15:00+01:00',
  birth: 'expected a day that exists, as YYYY-MM-DD, or a year, as YYYY',
  email: 'expected one e-mail address',
  exact: 'expected a text without control characters or lone surrogates',
  base64: 'expected base64',
  'time-of-day': 'expected a time of day, as HH:MM',
};
const typeExpectations: Readonly<Record<string, string>> = {
  string: 'expected a string',
  integer: 'expected an integer',
  number: 'expected a finite number',
  boolean: 'expected true or false',
  object: 'expected a JSON object',
  array: 'expected an array',
  null: 'expected null',
};

function expectation({ keyword, params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      if (Array.isArray(parentSchema?.enum)) return oneOf(parentSchema.enum);
      return [params.type]
        .flat()
        .map((type, i) => {
          const expected = typeExpectations[type] ?? `expected ${type}`;
          return i === 0 ? expected : expected.replace('expected ', ' or ');
        })
        .join('');
    case 'format':
      return formatExpectations[String(params.format)] ?? `expected the format ${params.format}`;
    case 'enum':
      return oneOf(params.allowedValues);
    case 'maxLength':
      return `expected at most ${params.limit} characters`;
    case 'maxItems':
      return `expected at most ${params.limit} elements`;
    case 'minimum':
      return `expected ${params.limit} or more`;
    case 'maximum':
      return `expected ${params.limit} or less`;
    case 'required':
      return 'expected a value';
    case 'additionalProperties':
      return 'no field of this message';
    case 'minItems':
      return `expected at least ${params.limit} elements`;
    case 'minProperties':
      return 'expected some field';
    default:
      return 'not valid';
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 2 ? `expected ${values.join(' or ')}` : `expected one of ${values.join(', ')}`;
}
