// Whatever integer stands where one is expected, the service says what is wrong with it: no database is asked for one
// that it can't hold.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { signIn } from '../fixtures/desk.ts';
import { deskOperations, isPart } from '../fixtures/desk-document.ts';
import { operationsOf, type Parameter, type Schema } from '../fixtures/openapi-document.ts';
import { good } from '../fixtures/random-inputs.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

/** As JSON and as text. */
const integers = ['1e21', '-1e21', '1e300', '9223372036854775808', '9223372036854775807', '9007199254740993']
  .concat(['9007199254740991', '-9007199254740991', '2147483648', '-2147483649', '2147483647', '0', '-1'])
  .concat(['-9223372036854775809']);

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
}

onSqlite('an integer', (engine) => {
  let service: TestService;
  let operations: readonly Asked[];
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'warn', RATE_LIMIT_FULL: '0' });
    const main = await operationsOf(service);
    const desk = (await deskOperations(service.app)).map(({ method, path, described }): Asked => {
      const { parameters = [], requestBody } = described;
      const content = isPart(requestBody) && isPart(requestBody.content) ? requestBody.content : {};
      const json = content['application/json'];
      return {
        method,
        path,
        parameters: parameters as Parameter[],
        body: isPart(json) ? (json.schema as Schema) : undefined,
      };
    });
    operations = [...main, ...desk];
    for (const lastNameClient of ['Martin', 'Petit'])
      await service.post(`/fr/etablissement/5/commercial/create?${service.query}`, { lastNameClient });
  });
  after(() => service.close());

  it('has bounds wherever one may be sent', () => {
    for (const { method, path, parameters, body } of operations) {
      const sent = [...parameters.map(({ name, schema }) => ({ at: [name], schema })), ...integersIn(body)];
      for (const { at, schema } of sent.filter((one) => one.schema.type === 'integer')) {
        const { minimum, maximum, enum: values } = schema;
        const isBound = minimum !== undefined && maximum !== undefined;
        assert.ok(isBound || values !== undefined, `${method} ${path}: ${at.join('.')}`);
        assert.ok(!isBound || (Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)));
      }
    }
  });

  it('of any size is no failure of ours', { timeout: 120_000 }, async () => {
    let asked = 0;
    for (const operation of operations.filter(({ path }) => path !== '/desk/changes')) {
      const headers = await credentials(service, operation.path);
      for (const request of requestsOf(operation, service)) {
        asked++;
        const { statusCode, body } = await service.app.inject({
          ...request,
          headers: { ...headers, ...request.headers },
        });
        const told = `${request.method} ${request.url} ${request.payload} → ${statusCode} ${body}`;
        assert.ok(statusCode < 500, told);
      }
    }
    assert.ok(asked > 1_000, `${asked} requests`);
    assert.deepEqual(service.log, []);
  });
});

function* requestsOf(
  { method, path, parameters, body }: Asked,
  { query }: TestService,
): Generator<InjectOptions> {
  const urlWith = (name?: string, value = '') => {
    const filled = path
      .replace('{partner}', 'partner')
      .replace('{group}', 'group_b')
      .replaceAll(/\{(\w+)\}/g, (_, parameter) => (parameter === name ? value : '1'));
    const inQuery = parameters.some((one) => one.in === 'query' && one.name === name)
      ? `&${name}=${value}`
      : '';
    return `${filled}?${path.startsWith('/fr/') ? query : ''}${inQuery}`;
  };
  const [whole] = body === undefined ? [undefined] : fc.sample(good(body), { numRuns: 1, seed: 1 });
  const sent = {
    method: method as 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' } }),
  };
  for (const value of integers) {
    for (const { name } of parameters.filter((one) => one.schema.type === 'integer')) {
      yield {
        ...sent,
        url: urlWith(name, value),
        ...(body !== undefined && { payload: JSON.stringify(whole) }),
      };
    }
    for (const { at } of integersIn(body)) {
      for (const others of [whole, {}])
        yield { ...sent, url: urlWith(), payload: withValue(others, at, value) };
    }
  }
}

/** Every integer in a body, by the names that lead to it; `[]` is an element. */
function integersIn(
  schema: Schema | undefined,
  at: readonly string[] = [],
): { at: readonly string[]; schema: Schema }[] {
  if (schema === undefined) return [];
  const within = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => integersIn(one, [...at, name])),
    ...integersIn(schema.items, [...at, '[]']),
    ...(schema.anyOf ?? []).flatMap((one) => integersIn(one, at)),
  ];
  return schema.type === 'integer' ? [{ at, schema }, ...within] : within;
}

/** The JSON text of a body with this number, as written, at that place. */
function withValue(body: unknown, at: readonly string[], written: string): string {
  const put = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return '\u0000';
    if (name === '[]') return [put(Array.isArray(value) ? value[0] : undefined, rest)];
    const object = isPart(value) ? value : {};
    return { ...object, [name]: put(object[name], rest) };
  };
  return JSON.stringify(put(body, at)).replace(JSON.stringify('\u0000'), written);
}

async function credentials(service: TestService, path: string): Promise<Record<string, string>> {
  if (path.startsWith('/appli/')) return { authorization: `Bearer ${service.token}` };
  return path.startsWith('/desk/') ? { ...(await signIn(service)).headers } : {};
}
