// No database is asked for an integer that it can't hold: each has bounds, which the validation tests hold to.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deskOperations, isPart } from '../fixtures/desk-document.ts';
import { operationsOf, type Parameter, type Schema } from '../fixtures/openapi-document.ts';
import { startService } from '../fixtures/service.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
}

it('an integer has bounds wherever one may be sent', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
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
  let checked = 0;
  for (const { method, path, parameters, body } of [...main, ...desk]) {
    const sent = [...parameters.map(({ name, schema }) => ({ at: [name], schema })), ...integersIn(body)];
    for (const { at, schema } of sent.filter((one) => one.schema.type === 'integer')) {
      const { minimum, maximum, enum: values } = schema;
      const isBound = minimum !== undefined && maximum !== undefined;
      assert.ok(isBound || values !== undefined, `${method} ${path}: ${at.join('.')}`);
      assert.ok(!isBound || (Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)));
      checked++;
    }
  }
  assert.ok(checked > 50, String(checked));
});

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
