import type { TSchema } from 'typebox';
import { withoutFormat } from './coercions.ts';
import { checkDepth } from './normalize.ts';
import { normalizeText } from './text.ts';
import { emailPattern, schemaCheck, type Validator } from './validator.ts';

/**
 * A validator for messages of our own pages: nothing is coerced, an undeclared field is rejected when the schema has
 * `additionalProperties: false`, and `null` is a value that clears a field. Texts are normalized; an empty one is `null`, and
 * an e-mail address loses the marks that copying leaves.
 */
export function strictValidator(schema: TSchema): Validator {
  const check = schemaCheck(schema, (name) => name);
  return (value) => check(normalized(value, 1));
}

function normalized(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const text = normalizeText(value);
    const address = withoutFormat(text);
    if (emailPattern.test(address)) return address;
    return text === '' ? null : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  checkDepth(depth);
  if (Array.isArray(value)) return value.map((item) => normalized(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalized(item, depth + 1)]));
}
