// No database is asked for an integer that it can't hold: each has bounds, which the validation tests hold to.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { conversionRoutes } from '../../src/conversions/conversion-routes.ts';
import { deskRoutes } from '../../src/desk/routes.ts';
import { privacyRoutes } from '../../src/privacy/routes.ts';
import { residenceRoutes } from '../../src/residences/desk/routes.ts';
import { statisticsRoutes } from '../../src/statistics/desk-routes.ts';
import { operationsOf, type Schema } from '../fixtures/openapi-document.ts';
import { startService } from '../fixtures/service.ts';

it('an integer has bounds wherever one may be sent', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
  const main = (await operationsOf(service)).flatMap(({ method, path, parameters, body }) => [
    ...parameters.map(({ name, schema }) => ({ route: `${method} ${path}`, schema, at: [name] })),
    { route: `${method} ${path}`, schema: body, at: [] },
  ]);
  const desk = [...[conversionRoutes, deskRoutes], ...[privacyRoutes, residenceRoutes, statisticsRoutes]]
    .flat()
    .flatMap(({ path, schema: { params, querystring, body } }) =>
      [params, querystring, body].map((schema) => ({ route: path, schema: schema as Schema, at: [] })),
    );
  let checked = 0;
  for (const { route, schema, at: from } of [...main, ...desk])
    for (const { at, schema: integer } of integersIn(schema, from)) {
      const { minimum, maximum, enum: values } = integer;
      const isBound = minimum !== undefined && maximum !== undefined;
      assert.ok(isBound || values !== undefined, `${route}: ${at.join('.')}`);
      assert.ok(!isBound || (Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)));
      checked++;
    }
  assert.ok(checked > 50, String(checked));
});

/** Every integer in a schema, by the names that lead to it; `[]` is an element. */
function integersIn(
  schema: Schema | undefined,
  at: readonly string[],
): { at: readonly string[]; schema: Schema }[] {
  if (schema === undefined) return [];
  const within = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => integersIn(one, [...at, name])),
    ...integersIn(schema.items, [...at, '[]']),
    ...(schema.anyOf ?? []).flatMap((one) => integersIn(one, at)),
  ];
  return schema.type === 'integer' ? [{ at, schema }, ...within] : within;
}
