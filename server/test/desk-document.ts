// The desk's own OpenAPI document, and what it says of an answer.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LightMyRequestResponse } from 'fastify';
import type { App } from '../src/http/app-type.ts';
import type { TestService } from './service.ts';

/** A part of the document. */
export type Part = Readonly<Record<string, unknown>>;

/** One documented operation. */
export interface DeskOperation {
  /** Upper case. */
  readonly method: string;
  /** With its `{parameters}`. */
  readonly path: string;
  readonly described: Part;
  /** Checks an answer's body against what is documented for its status; undefined when the status is not. */
  checkOf(status: number): ValidateFunction | undefined;
}

/** By the settings of the service: those of the same settings serve the same document, and to compile it takes long. */
const known = new Map<string, Promise<readonly DeskOperation[]>>();

function operationsOf({ app, config }: TestService): Promise<readonly DeskOperation[]> {
  const settings = JSON.stringify({ ...config, database: undefined, dataDir: undefined });
  const operations = known.get(settings) ?? deskOperations(app);
  known.set(settings, operations);
  return operations;
}

/** Every operation of the document that an application serves at `/desk/openapi.json`. */
export async function deskOperations(app: App): Promise<readonly DeskOperation[]> {
  const document = (await app.inject('/desk/openapi.json')).json<{ paths: Record<string, Part> }>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => {
      assert.ok(isPart(described));
      const { responses } = described;
      assert.ok(isPart(responses), `${method} ${path} answers nothing`);
      const checks = new Map<string, ValidateFunction>();
      return {
        method: method.toUpperCase(),
        path,
        described,
        checkOf(status: number) {
          const name = [String(status), `${Math.floor(status / 100)}XX`].find((one) => one in responses);
          const schema = name === undefined ? undefined : jsonSchemaOf(responses[name]);
          if (name === undefined || schema === undefined) return undefined;
          const check = checks.get(name) ?? ajv.compile(closed(schema));
          checks.set(name, check);
          return check;
        },
      };
    }),
  );
}

/** Fails when an answer of the desk is not what the document says, to the last field. */
export async function assertDocumented(
  service: TestService,
  method: string,
  url: string,
  response: LightMyRequestResponse,
): Promise<void> {
  const { statusCode, headers } = response;
  if (!String(headers['content-type']).startsWith('application/json')) return;
  const asked = url.split('?', 1)[0] ?? '';
  const operations = (await operationsOf(service)).filter((one) => one.method === method);
  const operation =
    operations.find(({ path }) => path === asked) ?? operations.find(({ path }) => isAt(path, asked));
  // What is not there is answered as everywhere.
  if (operation === undefined && (statusCode === 404 || statusCode === 405)) return;
  assert.ok(operation !== undefined, `${method} ${asked} is not documented`);
  const check = operation.checkOf(statusCode);
  assert.ok(check !== undefined, `${method} ${asked}: ${statusCode} is not documented`);
  assert.ok(check(response.json()), `${method} ${asked}: ${JSON.stringify(check.errors)}\n${response.body}`);
}

function isAt(path: string, asked: string): boolean {
  const parts = path.split('/');
  const askedParts = asked.split('/');
  return (
    parts.length === askedParts.length &&
    parts.every((part, i) => part === askedParts[i] || /^\{\w+\}$/.test(part))
  );
}

function jsonSchemaOf(response: unknown): Part | undefined {
  const content =
    isPart(response) && isPart(response.content) ? response.content['application/json'] : undefined;
  return isPart(content) && isPart(content.schema) ? content.schema : undefined;
}

/** The schema without room for a field that it does not name, unless it says that there may be others. */
function closed<T>(schema: T): T;
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one));
  if (!isPart(schema)) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  return schema.type === 'object' && isPart(schema.properties) && !('additionalProperties' in schema)
    ? { ...parts, additionalProperties: false }
    : parts;
}

export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
