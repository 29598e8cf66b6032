import { ExchangeError, errorStatuses, MainError } from '../../contract/errors.ts';
import type { Example } from '../../contract/examples.ts';
import { everywhere, type Operation } from '../../contract/operations.ts';
import type { OpenApiDocument, OperationObject, Parameter, Schema } from './document.ts';
import { answerHeaders, byStatus, failureName, failureResponse, headers, type Side } from './failures.ts';

/** What is known of a route beside the schemas that it declares. */
export interface Known {
  readonly operation: Operation;
  /** With the installation's wire names. */
  readonly example: Example;
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your choice, at most 255 characters: the same content sent again with it within 30 days is stored once and answered the same; other content is refused.',
  schema: { type: 'string', maxLength: 255 },
  example: '7f3c9a52-0b7e-4f0e-8d5e-5a4f3f0f9b11',
};
const order = ['path', 'query', 'header'];

/**
 * Completes what the plugin has collected from the routes: examples, failures one by one, headers,
 * and every schema that has a title in one place.
 */
export function complete(document: OpenApiDocument, known: ReadonlyMap<string, Known>): OpenApiDocument {
  const { components } = document;
  components.headers = headers;
  components.parameters = { IdempotencyKey: idempotencyKey };
  components.responses = {};
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      const found = known.get(operation.operationId);
      if (found !== undefined) completeOperation(operation, found, components.responses);
    }
  }
  const schemas: Record<string, Schema> = {};
  gathered([MainError, ExchangeError], schemas);
  const paths = gathered(document.paths, schemas);
  components.schemas = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components, paths };
}

function completeOperation(
  operation: OperationObject,
  { operation: { failures, idempotent }, example }: Known,
  responses: OpenApiDocument['components']['responses'],
): void {
  const parameters = (operation.parameters ?? []).flatMap((one) => ('$ref' in one ? [] : [one]));
  parameters.sort((a, b) => order.indexOf(a.in) - order.indexOf(b.in));
  for (const parameter of parameters) {
    const given = parameter.in === 'path' ? example.path : example.query;
    if (given[parameter.name] !== undefined) parameter.example = given[parameter.name];
    else if (parameter.example !== undefined) {
      // One that the example request does not carry, and that could contradict it.
      parameter.schema = { ...parameter.schema, examples: [parameter.example] };
      delete parameter.example;
    }
  }
  operation.parameters = [
    ...parameters,
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  if (operation.requestBody !== undefined) {
    operation.requestBody.content['application/json'].examples = { example: { value: example.body } };
  }
  const answer = operation.responses['200'];
  if (answer !== undefined && !('$ref' in answer)) {
    answer.headers = answerHeaders;
    answer.content['application/json'].examples = { example: { value: example.answer } };
  }
  const side: Side = operation.security?.some((one) => 'bearer' in one) ? 'exchange' : 'main';
  for (const code of byStatus([...everywhere, ...failures])) {
    const name = failureName(side, code);
    responses[name] ??= failureResponse(side, code);
    operation.responses[errorStatuses[code]] = { $ref: `#/components/responses/${name}` };
  }
}

/** The same with a `$ref` in the place of every schema that has a title; these go to `schemas`. */
function gathered<T>(part: T, schemas: Record<string, Schema>): T;
function gathered(part: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(part)) return part.map((one) => gathered(one, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const copy: Schema & Record<string, unknown> = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      // Examples are values: nothing in them is a schema.
      key === 'examples' || key === 'example' ? value : gathered(value, schemas),
    ]),
  );
  if (copy.format === 'byte') {
    // What the plugin makes of a content encoding, as OpenAPI 3.0 called it.
    delete copy.format;
    copy.contentEncoding = 'base64';
  }
  if (typeof copy.title !== 'string') return copy;
  schemas[copy.title] = copy;
  return { $ref: `#/components/schemas/${copy.title}` };
}
