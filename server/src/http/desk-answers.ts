import Type, { type TProperties, type TSchema } from 'typebox';
import { DeskError } from '../contract/errors.ts';
import { integer } from '../contract/fields.ts';

/** Error responses of the desk, for a route's `response` schemas. */
export const deskErrors = { '4xx': DeskError, '5xx': DeskError };

/** An object schema without additional properties. */
export function exactly<P extends TProperties>(properties: P, options = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Makes a schema nullable. */
export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Path parameters of routes about one item. */
export const IdPath = Type.Object({ id: integer({ minimum: 1, description: 'Its id.' }) });

/** Response of routes that return nothing. */
export const Done = Type.Object({ done: Type.Literal(true) });
export const done = { done: true } as const;
