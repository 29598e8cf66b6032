import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { integer } from '../contract/fields.ts';

/** An object schema without additional properties. */
export function exactly<P extends TProperties>(properties: P, options = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Makes a schema nullable. */
export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Returns the fields as optional ones that also accept null, which removes a value; without those named in `without`. */
export function nullable<P extends TProperties>(
  { properties }: TObject<P>,
  ...without: readonly (keyof P & string)[]
): TProperties {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !without.some((one) => one === name))
      .map(([name, schema]) => [name, Type.Optional(orNull(schema))]),
  );
}

/** Path parameters of routes about one item. */
export const IdPath = Type.Object({ id: integer({ minimum: 1 }) });

/** Response of routes that return nothing. */
export const done = { done: true } as const;
