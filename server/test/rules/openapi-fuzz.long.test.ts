// Ten thousand requests, good and hostile, made from the service's own OpenAPI document: none may fail on our side, and every
// answer must be what the document says.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import { operations as described } from '../../src/contract/operations.ts';
import { docx, pdf, png } from '../fixtures/documents.ts';
import { type Operation, operationsOf, type Parameter, type Schema } from '../fixtures/openapi-document.ts';
import { onBothEngines, startService, type TestService } from '../fixtures/service.ts';

const requestsPerEngine = 5_000;
const atOnce = 25;

/** Texts that are known to have broken services, and any other. */
const nastyText = fc.oneof(
  fc.constantFrom('', '\u0000', 'a\u0000b', '\ud800', '__proto__', '%00', '\r\nX-Header: x', '2023-02-30'),
  fc.constantFrom('😀'.repeat(256), 'a'.repeat(256), 'é'.repeat(20_001), '1e400', '0'.repeat(300), '٠١٢٣'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
/** A value of any JSON type. */
const anything: Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(-0, -1, 0.1, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), null, [], {}, [null], { a: [] }),
  fc.jsonValue({ maxDepth: 3 }),
);
const cvs = [pdf(), png(), docx()].map((content) => content.toString('base64'));

/** A value as the schema wants it; `spoilt`: inside, one in ten is any other, and names are there that it does not know. */
function fittingValue(schema: Schema, spoilt = false): Arbitrary<unknown> {
  const inside = (one: Schema): Arbitrary<unknown> =>
    spoilt
      ? fc.oneof({ weight: 9, arbitrary: fittingValue(one, true) }, { weight: 1, arbitrary: anything })
      : fittingValue(one);
  const { minimum: min = 0, maximum: max = 12, required = [], properties = {} } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.contentEncoding === 'base64') return fc.constantFrom(...cvs);
  if (schema.anyOf !== undefined) {
    const { anyOf, ...common } = schema;
    return fc.oneof(...anyOf.map((one) => fittingValue({ ...common, ...one }, spoilt)));
  }
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(inside(schema.items ?? {}), { maxLength: spoilt ? 22 : 3 });
    case 'object': {
      const fields: Record<string, Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, inside(one)]),
      );
      const known = fc.record(fields, { requiredKeys: spoilt ? [] : [...required] });
      const unknown = fc.dictionary(nastyText, anything, { maxKeys: spoilt ? 2 : 0 });
      return fc.tuple(known, unknown).map(([a, b]) => ({ ...a, ...b }));
    }
    case 'string':
      return textOf(schema);
    default:
      return anything;
  }
}

function textOf({ format, maxLength = 60, pattern, examples: given }: Schema): Arbitrary<unknown> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 });
  if (format === 'date' || format === 'birth') {
    const between = { min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
    return fc.date(between).map((date) => date.toISOString().slice(0, 10));
  }
  if (format === 'email') return fc.nat(99).map((n) => `visitor${n}@example.org`);
  const any = fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) });
  return given === undefined ? any : fc.oneof(fc.constantFrom(...given), any);
}

/** JSON of a good or spoilt body, or what is none. */
function bodyOf(schema: Schema): Arbitrary<string | Buffer> {
  const json = (value: Arbitrary<unknown>) => value.map((one) => JSON.stringify(one) ?? '');
  const good = json(fittingValue(schema));
  return fc.oneof(
    { weight: 16, arbitrary: good },
    { weight: 6, arbitrary: json(fittingValue(schema, true)) },
    { weight: 1, arbitrary: json(anything) },
    { weight: 1, arbitrary: fc.tuple(good, fc.nat(200)).map(([text, length]) => text.slice(0, length)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.nat(200).map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) },
  );
}

/** Mostly the first. */
const mostly = <T>(usual: Arbitrary<T>, other: Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: other });

function requestOf(operation: Operation, service: TestService): Arbitrary<InjectOptions> {
  const { method, path, parameters, body, bearer } = operation;
  const goodOne = ({ schema, example }: Parameter) =>
    (example === undefined ? fittingValue(schema) : mostly(fc.constant(example), fittingValue(schema))).map(
      String,
    );
  const values = (place: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place)
          .map((one) => [one.name, mostly(goodOne(one), nastyText)]),
      ),
      { requiredKeys: parameters.filter((one) => one.in === place && one.required).map(({ name }) => name) },
    );
  const drawing = fc.record({
    inPath: values('path'),
    inQuery: values('query'),
    secret: mostly(fc.constant(bearer ? service.token : service.password), nastyText),
    contentType: mostly(
      fc.constant('application/json'),
      fc.constantFrom('text/plain', 'application/json; charset=latin1', ';'),
    ),
    // Few keys, so that some come again.
    key: mostly(fc.constant(''), fc.nat(100).map(String)),
    payload: body === undefined ? fc.constant(undefined) : bodyOf(body),
  });
  return drawing.map(({ inPath, inQuery, secret, contentType, key, payload }) => {
    const query = new URLSearchParams(bearer ? inQuery : { ...inQuery, password: secret });
    return {
      method,
      url: `${path.replace(/\{(\w+)\}/g, (_, name) => percentEncoded(inPath[name] ?? ''))}?${query}`,
      headers: {
        ...(bearer && { authorization: `Bearer ${secret.replace(/[^\x20-\x7e]/g, '?')}` }),
        ...(key !== '' && { 'idempotency-key': key }),
        ...(payload !== undefined && { 'content-type': contentType }),
      },
      ...(payload !== undefined && { payload }),
    };
  });
}

/** Within a path; lone surrogates, which no URL can carry, as U+FFFD. */
function percentEncoded(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  // A client would take these two for a place in the tree.
  return /^\.{1,2}$/.test(encoded) ? '%2E' : encoded;
}

/** Sends a request and checks the response against the document. Returns its status. */
async function ask({ app }: TestService, operation: Operation, request: InjectOptions): Promise<number> {
  const { statusCode: status, headers, body } = await app.inject(request);
  const told = `${request.method} ${request.url} ${String(request.payload).slice(0, 500)}\n→ ${status} ${body}`;
  assert.ok(status < 500, told);
  assert.match(String(headers['content-type']), /^application\/json/, told);
  assert.equal(headers['cache-control'], 'no-store', told);
  const check = operation.checkOf(status);
  assert.ok(check !== undefined, `${status} is not documented: ${told}`);
  assert.ok(check(JSON.parse(body)), `${JSON.stringify(check.errors)}\n${told}`);
  return status;
}

onBothEngines('hostile requests', (engine) => {
  it('whatever comes is answered as documented, and never by a failure of ours', async (t) => {
    const service = await startService(engine, { LOG_LEVEL: 'warn', RATE_LIMIT_FULL: '0' });
    t.after(() => service.close());
    const operations = await operationsOf(service);
    assert.equal(operations.length, 13);
    // Without the documented entry, a look-up would find something by luck alone.
    const { example } = described['POST /fr/etablissement/:id/commercial/create'] ?? {};
    await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, example?.body);
    const one = fc.oneof(
      ...operations.map((operation) => fc.tuple(fc.constant(operation), requestOf(operation, service))),
    );
    const statuses = new Map<string, Set<number>>(operations.map(({ path }) => [path, new Set()]));
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: atOnce, maxLength: atOnce }), async (asked) => {
        await Promise.all(
          asked.map(async ([operation, request]) =>
            statuses.get(operation.path)?.add(await ask(service, operation, request)),
          ),
        );
      }),
      { numRuns: requestsPerEngine / atOnce },
    );
    // After twenty wrong guesses, on whichever paths, the others are 429.
    for (const [path, seen] of statuses)
      assert.ok(seen.has(200) && (seen.has(401) || seen.has(429)), `${path}: ${[...seen]}`);
    assert.deepEqual(service.log, []);
  });
});
