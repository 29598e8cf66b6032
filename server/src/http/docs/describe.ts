import type { FastifySchema } from 'fastify';
import type { Example, Operation } from '../../contract/operations.ts';
import type { WireNames } from '../../contract/wire-names.ts';
import type { OptionalRoute } from '../authentication.ts';
import { publicSchema, type RouteSchema, toWireNames } from './public-schema.ts';

/** The settings that the documentation depends on. */
export interface Installation {
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
  { wireNames, passwordOptionalOn }: Installation,
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
