// Twenty thousand requests, good, half-good and hostile, made from the service's own OpenAPI document: none may fail on
// our side, every answer must be what the document says, and memory stays flat.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ErrorObject } from 'ajv';
import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import { examples } from '../../src/contract/examples.ts';
import { type Operation, operationsOf, type Parameter } from '../fixtures/openapi-document.ts';
import { bodyOf, goodParameter, nastyText, seldom } from '../fixtures/random-inputs.ts';
import { onBothEngines, startService, type TestService } from '../fixtures/service.ts';

const requestsPerEngine = 10_000;
const atOnce = 25;
const megabyte = 1024 * 1024;

interface Asked {
  readonly operation: Operation;
  readonly request: InjectOptions;
}

onBothEngines('whatever comes', (engine) => {
  it('is answered as documented, and never by a failure of ours', async () => {
    const service = await startService(engine, { LOG_LEVEL: 'warn', RATE_LIMIT_FULL: '0' });
    try {
      const operations = await operationsOf(service);
      assert.equal(operations.length, 13);
      await createDocumented(service);
      const batch = fc.array(fc.oneof(...operations.map((operation) => requestOf(operation, service))), {
        minLength: atOnce,
        maxLength: atOnce,
      });
      const statuses = new Map<string, Set<number>>(operations.map(({ path }) => [path, new Set()]));
      let batches = 0;
      let heapBefore = 0;
      await fc.assert(
        fc.asyncProperty(batch, async (asked) => {
          await Promise.all(
            asked.map(async (one) => statuses.get(one.operation.path)?.add(await ask(service, one))),
          );
          if (++batches === 100) heapBefore = heapUsed();
        }),
        { numRuns: requestsPerEngine / atOnce },
      );
      for (const [path, seen] of statuses) assert.ok(seen.has(200) && seen.has(401), `${path}: ${[...seen]}`);
      assert.deepEqual(service.log, []);
      const grownBy = (heapUsed() - heapBefore) / megabyte;
      assert.ok(grownBy < 20, `the heap has grown by ${grownBy} MiB`);
    } finally {
      await service.close();
    }
  });
});

/** Creates the entry whose `customId` is documented: without it, a lookup would find something by luck alone. */
async function createDocumented(service: TestService): Promise<void> {
  const example = examples.find(({ operation }) => operation === 'createCommercial');
  const created = await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, example?.body);
  assert.equal(created.body, '"ok"');
}

/** Sends a request and checks the response against the document. Returns its status. */
async function ask({ app }: TestService, { operation, request }: Asked): Promise<number> {
  const answer = await app.inject(request);
  const { statusCode: status, headers, body } = answer;
  const told = () =>
    `${request.method} ${request.url} ${String(request.payload).slice(0, 500)}\n→ ${status} ${body.slice(0, 500)}`;
  assert.ok(status < 500, told());
  assert.match(String(headers['content-type']), /^application\/json/, told());
  assert.equal(headers['cache-control'], 'no-store', told());
  const check = operation.checkOf(status);
  assert.ok(check !== undefined, `${status} is not documented: ${told()}`);
  assert.ok(check(JSON.parse(body)), `${problems(check.errors)}\n${told()}`);
  return status;
}

function problems(errors: ErrorObject[] | null | undefined): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
}

function requestOf(operation: Operation, service: TestService): Arbitrary<Asked> {
  const { method, path, parameters, body, bearer } = operation;
  const values = (place: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map((parameter) => [
            parameter.name,
            fc.oneof(
              { weight: 12, arbitrary: goodParameter(parameter) },
              { weight: 1, arbitrary: nastyText },
              // An optional one is mostly absent.
              {
                weight: place === 'query' && !parameter.required ? 20 : 0,
                arbitrary: fc.constant(undefined),
              },
            ),
          ]),
      ),
    );
  const secret = fc.oneof(
    { weight: 12, arbitrary: fc.constant(bearer ? service.token : service.password) },
    { weight: 1, arbitrary: fc.option(nastyText, { nil: undefined }) },
  );
  const contentType = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    fc.constantFrom(
      undefined,
      'text/plain',
      'application/json; charset=utf-8',
      'application/json; charset=latin1',
      ';',
    ),
  );
  return fc
    .record({
      path: values('path'),
      query: values('query'),
      more: seldom(fc.tuple(fc.constantFrom('test', 'type', 'phone', 'x', '__proto__', ''), nastyText)),
      // Few keys, so that some come again.
      key: seldom(fc.nat(100).map(String)),
      secret,
      contentType,
      body:
        body === undefined ? fc.constant(undefined) : fc.option(bodyOf(body), { nil: undefined, freq: 30 }),
    })
    .map((drawn) => {
      const query = new URLSearchParams(drawn.more === undefined ? [] : [drawn.more]);
      for (const [name, value] of Object.entries(drawn.query))
        if (value !== undefined) query.append(name, value);
      const headers: Record<string, string> = {};
      if (drawn.secret !== undefined && bearer) headers.authorization = `Bearer ${headerSafe(drawn.secret)}`;
      else if (drawn.secret !== undefined) query.set('password', drawn.secret);
      if (drawn.key !== undefined) headers['idempotency-key'] = drawn.key;
      if (drawn.body !== undefined && drawn.contentType !== undefined)
        headers['content-type'] = drawn.contentType;
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => percentEncoded(drawn.path[name] ?? ''));
      return {
        operation,
        request: {
          method,
          url: `${url}?${query}`,
          headers,
          ...(drawn.body !== undefined && { payload: drawn.body }),
        },
      };
    });
}

/** Within a path; lone surrogates, which no URL can carry, as U+FFFD. */
function percentEncoded(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  // A client would take these two for a place in the tree.
  return /^\.{1,2}$/.test(encoded) ? '%2E' : encoded;
}

/** Values that a header can carry. */
function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
