import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TestService } from './service.ts';

/** A JSON Schema as OpenAPI 3.1 writes it: what the tests read of one. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly contentEncoding?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: Schema;
}

/** One documented operation, with every reference resolved where the tests look. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** With its `{parameters}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Whether it asks for a bearer token rather than a password. */
  readonly bearer: boolean;
  /** Checks an answer's body against what is documented for its status; undefined when the status is not. */
  checkOf(status: number): ValidateFunction | undefined;
}

type Node = Readonly<Record<string, unknown>>;

/** Every operation of a service's own OpenAPI document. */
export async function operationsOf(service: TestService): Promise<Operation[]> {
  const document: Node = (await service.get('/openapi.json')).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const root = 'https://example.org/openapi.json';
  ajv.addSchema(document, root);

  /** Follows references from a JSON pointer: where the thing itself stands, and what it is. */
  function at(pointer: string): { pointer: string; node: Node } {
    const node = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((parent, part) => (parent as Node)[decoded(part)], document) as Node;
    assert.ok(node !== undefined, `nothing at ${pointer}`);
    return typeof node.$ref === 'string' ? at(node.$ref.slice(1)) : { pointer, node };
  }
  /** A schema with all its references replaced; ours are not recursive. */
  function whole(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(whole);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Node;
    const found = typeof $ref === 'string' ? at($ref.slice(1)).node : {};
    return Object.fromEntries(Object.entries({ ...found, ...rest }).map(([key, one]) => [key, whole(one)]));
  }

  return Object.entries(at('/paths').node).flatMap(([path, item]) =>
    Object.keys(item as Node).map((method): Operation => {
      const place = `/paths/${encoded(path)}/${method}`;
      const { node } = at(place);
      const checks = new Map<number, ValidateFunction | undefined>();
      const responses = node.responses as Node;
      return {
        method: method === 'get' ? 'GET' : 'POST',
        path,
        parameters: whole(node.parameters ?? []) as Parameter[],
        body: node.requestBody === undefined ? undefined : bodyOf(place),
        bearer: JSON.stringify(node.security ?? []).includes('earer'),
        checkOf(status) {
          if (!checks.has(status)) checks.set(status, compile(place, responses, status));
          return checks.get(status);
        },
      };
    }),
  );

  function bodyOf(place: string): Schema {
    const { node } = at(`${place}/requestBody`);
    const content = node.content as Record<string, { schema: Schema }>;
    return whole(content['application/json']?.schema) as Schema;
  }

  function compile(place: string, responses: Node, status: number): ValidateFunction | undefined {
    const name = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) => one in responses);
    if (name === undefined) return undefined;
    const { pointer } = at(`${place}/responses/${name}`);
    const schema = `${pointer}/content/${encoded('application/json')}/schema`;
    return ajv.compile({ $ref: `${root}#${schema.split('/').map(encodeURIComponent).join('/')}` });
  }
}

function encoded(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function decoded(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
