/** The parts of OpenAPI 3.1 that this folder uses: https://spec.openapis.org/oas/v3.1.1.html */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: SecurityRequirement[];
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, Readonly<Record<string, unknown>>>;
  };
  paths: Record<string, Partial<Record<Method, OperationObject>>>;
}

export type Method = 'get' | 'post';
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { description?: string; required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Header {
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content: Content;
}

export interface Content {
  'application/json': MediaType;
}

interface MediaType {
  schema: Schema;
  examples: Record<string, { summary?: string; value: unknown }>;
}

/** A JSON Schema 2020-12. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  contentEncoding?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: Schema[];
}

/** Resolves a `$ref` of the document. */
export function resolved<T extends object>(part: T | Reference, components: Readonly<Record<string, T>>): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const found = components[part.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${part.$ref} is not in the document`);
  return found;
}
