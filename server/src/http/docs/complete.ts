import {
  ExchangeError,
  errorMeanings,
  MainError,
  type MainErrorCode,
  mainErrorStatuses,
} from '../../contract/errors.ts';
import { commonErrors, type Operation } from '../../contract/operations.ts';
import { retryAfterSeconds } from '../errors.ts';
import type {
  Header,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  Response,
  Schema,
} from './document.ts';

/** Response headers, for `components.headers`. */
const headers: Record<string, Header> = {
  RequestId: {
    description: 'Id of the request in our logs: please quote it when you ask about a response.',
    schema: { type: 'string', format: 'uuid' },
    example: '2f1d7c1e-6a0c-4f0b-9b43-0d7c7e3f3c55',
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: retryAfterSeconds,
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
};

const ref = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

const answerHeaders = { 'X-Request-Id': ref('RequestId') };

/** Which of the two APIs a route belongs to: their errors differ in format. */
type Side = 'main' | 'exchange';

/** Name of an error in `components.responses`. */
function failureName(side: Side, code: MainErrorCode): string {
  return side === 'main' ? code : `EXCHANGE_${code}`;
}

/** The response of an error, with the message that is really sent. */
function failureResponse(side: Side, code: MainErrorCode): Response {
  const { when, message, exchangeMessage = message } = errorMeanings[code];
  return {
    description: `\`${code}\`: ${when}`,
    headers: {
      ...answerHeaders,
      ...((code === 'RATELIMIT' || code === 'UNAVAILABLE') && { 'Retry-After': ref('RetryAfter') }),
      ...(code === 'UNAUTHORIZED' && side === 'exchange' && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
    },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${side === 'main' ? 'MainError' : 'ExchangeError'}` },
        examples: {
          [code]: { value: side === 'main' ? { error: { message, code } } : { error: exchangeMessage } },
        },
      },
    },
  };
}

function byStatus(codes: readonly MainErrorCode[]): MainErrorCode[] {
  return codes.toSorted((a, b) => mainErrorStatuses[a] - mainErrorStatuses[b]);
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your choice, at most 255 characters. The same content sent again with it within 30 days is stored once and gets the same response; different content is rejected.',
  schema: { type: 'string', maxLength: 255 },
  example: '7f3c9a52-0b7e-4f0e-8d5e-5a4f3f0f9b11',
};
const order = ['path', 'query', 'header'];

/**
 * Completes the document that the plugin has generated: adds examples, error responses and headers, and moves titled
 * schemas to `components`. `known`: the operations by their id, with examples in the installation's wire names.
 */
export function complete(document: OpenApiDocument, known: ReadonlyMap<string, Operation>): OpenApiDocument {
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
  hoistSchemas([MainError, ExchangeError], schemas);
  const paths = hoistSchemas(document.paths, schemas);
  components.schemas = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components, paths };
}

function completeOperation(
  operation: OperationObject,
  { failures, idempotent, example }: Operation,
  responses: OpenApiDocument['components']['responses'],
): void {
  const parameters = (operation.parameters ?? []).flatMap((one) => ('$ref' in one ? [] : [one]));
  parameters.sort((a, b) => order.indexOf(a.in) - order.indexOf(b.in));
  for (const parameter of parameters) {
    const given = parameter.in === 'path' ? example.path : example.query;
    if (given[parameter.name] !== undefined) parameter.example = given[parameter.name];
    else if (parameter.example !== undefined) {
      // Not part of the example request, which it might contradict.
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
  for (const code of byStatus([...commonErrors, ...failures])) {
    const name = failureName(side, code);
    responses[name] ??= failureResponse(side, code);
    operation.responses[mainErrorStatuses[code]] = { $ref: `#/components/responses/${name}` };
  }
}

/** Returns a copy with every titled schema replaced by a `$ref`; the schemas are added to `schemas`. */
function hoistSchemas<T>(part: T, schemas: Record<string, Schema>): T;
function hoistSchemas(part: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(part)) return part.map((one) => hoistSchemas(one, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const copy: Schema & Record<string, unknown> = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      // Examples are values and contain no schemas.
      key === 'examples' || key === 'example' ? value : hoistSchemas(value, schemas),
    ]),
  );
  if (typeof copy.title !== 'string') return copy;
  schemas[copy.title] = copy;
  return { $ref: `#/components/schemas/${copy.title}` };
}
