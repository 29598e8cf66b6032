import type { FastifySchema } from 'fastify';
import type { Content } from '../../contract/fields.ts';
import type { Example, Operation } from '../../contract/operations.ts';
import type { WireName, WireNames } from '../../contract/wire-names.ts';
import type { OptionalRoute } from '../authentication.ts';
import type { Schema } from './document.ts';

/** A schema as routes declare it, with accueil's own keywords and formats. */
interface RouteSchema extends Omit<Schema, 'properties' | 'items' | 'anyOf'> {
  readonly 'x-wire'?: WireName;
  readonly 'x-content'?: Content;
  properties?: Record<string, RouteSchema>;
  items?: RouteSchema;
  anyOf?: RouteSchema[];
}

/** Converts a schema to standard JSON Schema with the installation's wire names. */
function publicSchema(schema: RouteSchema, wireNames: WireNames): Schema {
  const {
    'x-wire': _wire,
    'x-content': _content,
    format,
    properties,
    required,
    items,
    anyOf,
    ...rest
  } = schema;
  const shown = (name: string) => wireNameIn(schema, name, wireNames);
  return {
    ...rest,
    ...publicFormat(format),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          shown(name),
          publicSchema(property, wireNames),
        ]),
      ),
    }),
    ...(required !== undefined && { required: required.map(shown) }),
    ...(items !== undefined && { items: publicSchema(items, wireNames) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => publicSchema(one, wireNames)) }),
  };
}

/** Renames the fields of a value to their wire names, which only top-level fields of a message or of its items have. */
function toWireNames<T>(value: T, schema: RouteSchema | undefined, wireNames: WireNames): T;
function toWireNames(value: unknown, schema: RouteSchema | undefined, wireNames: WireNames): unknown {
  if (schema === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => toWireNames(one, schema.items, wireNames));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [wireNameIn(schema, name, wireNames), one]),
  );
}

function wireNameIn({ properties }: RouteSchema, name: string, wireNames: WireNames): string {
  const wire = properties?.[name]?.['x-wire'];
  return wire === undefined ? name : wireNames[wire];
}

function publicFormat(format: string | undefined): Schema {
  switch (format) {
    case 'exact':
      return { pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' };
    case 'birth':
      return { anyOf: [{ format: 'date' }, { pattern: '^[0-9]{4}$' }] };
    case 'moment':
      return { anyOf: [{ format: 'date' }, { format: 'date-time' }] };
    case 'base64':
      return { contentEncoding: 'base64' };
    case 'time-of-day':
      return { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
    case 'raw':
    case undefined:
      return {};
    default:
      return { format };
  }
}

/** The settings that the documentation depends on. */
export interface Described {
  /** URL of the service, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly wireNames: WireNames;
  readonly passwordOptionalOn: ReadonlySet<OptionalRoute>;
}

/** The schemas of a route, which Fastify types as unknown. */
export interface RouteSchemas extends Omit<FastifySchema, 'body' | 'querystring' | 'params' | 'response'> {
  readonly body?: RouteSchema;
  readonly querystring?: RouteSchema;
  readonly params?: RouteSchema;
  readonly response?: { readonly 200?: RouteSchema };
}

/** Returns a route's schema in standard JSON Schema, with the texts of its operation. Error responses are added later. */
export function describe(
  { body, querystring, params, response, ...texts }: RouteSchemas,
  { id, description, requires = [], passwordOptionalAs }: Operation,
  { wireNames, passwordOptionalOn }: Described,
): FastifySchema {
  const shown = (schema: RouteSchema) => publicSchema(requiring(schema, requires), wireNames);
  const optional = passwordOptionalAs !== undefined && passwordOptionalOn.has(passwordOptionalAs);
  return {
    ...texts,
    operationId: id,
    description,
    ...(optional && { security: [{ password: [] }, {}] }),
    ...(params !== undefined && { params: shown(params) }),
    ...(querystring !== undefined && { querystring: shown(withoutPassword(querystring)) }),
    ...(body !== undefined && { body: shown(body) }),
    response: { 200: shown(response?.[200] ?? {}) },
  };
}

/** Returns the example with the installation's wire names. */
export function exampleOnWire(
  example: Example,
  { body, querystring, response }: RouteSchemas,
  wireNames: WireNames,
): Example {
  return {
    ...example,
    query: toWireNames(example.query, querystring, wireNames),
    ...(example.body !== undefined && { body: toWireNames(example.body, body, wireNames) }),
    answer: toWireNames(example.answer, response?.[200], wireNames),
  };
}

/** Removes the password, which is documented as a security scheme. */
function withoutPassword(schema: RouteSchema): RouteSchema {
  const { password: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function requiring(schema: RouteSchema, fields: readonly string[]): RouteSchema {
  const here = fields.filter((field) => schema.properties?.[field] !== undefined);
  return here.length === 0 ? schema : { ...schema, required: [...(schema.required ?? []), ...here] };
}
