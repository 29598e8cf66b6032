import Type, { type TProperties, type TSchema } from 'typebox';
import { integer } from '../contract/fields.ts';
import { mainErrors } from './answers.ts';

/** The failures of the desk, for a route's `response` schemas. */
export const deskErrors = mainErrors;

/** An object that has these fields and no others. */
export function exactly<P extends TProperties>(properties: P, options = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** The same value or null. */
export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The id in a path. */
export const IdPath = Type.Object({ id: integer({ minimum: 1, description: 'Its id.' }) });

/** The answer of what has nothing to say but that it is done. */
export const Done = Type.Object({ done: Type.Literal(true) });
export const done = { done: true } as const;
