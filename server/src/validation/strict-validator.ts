import type { TSchema } from 'typebox';
import { checkDepth } from './clean.ts';
import { cleanText } from './text.ts';
import { checker, type Validator } from './validator.ts';

/**
 * A validator for messages of our own pages: nothing is coerced, a field that the schema does not name is refused when
 * it says so (`additionalProperties: false`), and `null` is a value: it takes away what was there. Texts are cleaned, and an empty one is `null`.
 */
export function strictValidator(schema: TSchema): Validator {
  const check = checker(schema, (name) => name);
  return (value) => check(cleaned(value, 1));
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const text = cleanText(value);
    return text === '' ? null : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  checkDepth(depth);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item, depth + 1)]));
}
