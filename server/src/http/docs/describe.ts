import type { FastifySchema } from 'fastify';
import type { Example } from '../../contract/examples.ts';
import type { Operation } from '../../contract/operations.ts';
import type { WireNames } from '../../contract/wire-names.ts';
import type { OptionalRoute } from '../authentication.ts';
import { publicSchema, type RouteSchema, wired } from './public-schema.ts';

/** The settings that the documentation depends on. */
export interface Installation {
  /** The address of the service, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly wireNames: WireNames;
  readonly passwordOptionalOn: ReadonlySet<OptionalRoute>;
}

/** A route's schemas as routes declare them, which Fastify leaves unknown. */
export interface RouteSchemas extends Omit<FastifySchema, 'body' | 'querystring' | 'params' | 'response'> {
  readonly body?: RouteSchema;
  readonly querystring?: RouteSchema;
  readonly params?: RouteSchema;
  readonly response?: { readonly 200?: RouteSchema };
}

/** A route's schema with the texts of its operation, in terms that others know. The failures are added later. */
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

/** The example with the installation's wire names. */
export function wiredExample(
  example: Example,
  { body, querystring, response }: RouteSchemas,
  wireNames: WireNames,
): Example {
  return {
    ...example,
    query: wired(example.query, querystring, wireNames),
    ...(example.body !== undefined && { body: wired(example.body, body, wireNames) }),
    answer: wired(example.answer, response?.[200], wireNames),
  };
}

/** The password is described once, as what it is: a security scheme. */
function withoutPassword(schema: RouteSchema): RouteSchema {
  const { password: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function requiring(schema: RouteSchema, fields: readonly string[]): RouteSchema {
  const here = fields.filter((field) => schema.properties?.[field] !== undefined);
  return here.length === 0 ? schema : { ...schema, required: [...(schema.required ?? []), ...here] };
}
