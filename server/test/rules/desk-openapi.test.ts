import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type DeskOperation, deskOperations, isPart, type Part } from '../fixtures/desk-document.ts';
import { routesOf } from '../fixtures/routes.ts';
import { startService, type TestService } from '../fixtures/service.ts';

describe('the OpenAPI document of the desk', () => {
  let service: TestService;
  let document: Part;
  let operations: readonly DeskOperation[];
  before(async () => {
    service = await startService('sqlite');
    document = (await service.get('/desk/openapi.json')).json();
    operations = await deskOperations(service.app);
  });
  after(() => service.close());

  it('says what it is', () => {
    assert.match(String(document.openapi), /^3\.1\.\d+$/);
    assert.deepEqual(
      [part(document.info).version, parts(document.servers)[0]?.url],
      ['0.0.0-test', service.config.publicUrl],
    );
  });

  it('describes every route, each once', async () => {
    assert.deepEqual(
      operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`).sort(),
      (await routesOf(service)).filter((route) => /^(?!HEAD )\w+ \/desk\/(?!openapi\.json)/.test(route)),
    );
    const ids = operations.map(({ described }) => described.operationId);
    assert.ok(ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length);
    const tags = parts(document.tags).map(({ name }) => name);
    for (const { method, path, described } of operations) {
      const name = `${method} ${path}`;
      assert.ok(String(described.summary).length > 5, name);
      assert.ok(Array.isArray(described.tags) && described.tags.length === 1, name);
      assert.ok(tags.includes(described.tags[0]), name);
    }
  });

  it('documents every parameter of a path', () => {
    for (const { method, path, described } of operations) {
      const inPath = parts(described.parameters ?? []).filter((one) => one.in === 'path');
      assert.deepEqual(
        inPath.map(({ name, required }) => [name, required]),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
        `${method} ${path}`,
      );
      assert.ok(
        inPath.every(({ description }) => typeof description === 'string'),
        `${method} ${path}`,
      );
    }
  });

  it('asks for a session exactly where one is needed', async () => {
    const { origin } = new URL(service.config.publicUrl);
    const schemes = Object.keys(part(part(document.components).securitySchemes));
    assert.deepEqual(document.security, [Object.fromEntries(schemes.map((scheme) => [scheme, []]))]);
    for (const { method, path, described } of operations) {
      const isOpen = Array.isArray(described.security) && described.security.length === 0;
      const { statusCode } = await service.app.inject({
        method: asMethod(method),
        url: path.replaceAll(/\{\w+\}/g, '1'),
        headers: { origin, 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: '{}' }),
      });
      assert.equal(statusCode === 401, !isOpen, `${method} ${path}: ${statusCode}`);
    }
  });

  it('speaks JSON Schema 2020-12, and its examples keep to it', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
    ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
    ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T/);
    ajv.addFormat('binary', true);
    ajv.addVocabulary(['example']);
    let checked = 0;
    for (const schema of schemasIn(operations.map(({ described }) => described))) {
      assert.ok(ajv.validateSchema(schema), JSON.stringify(schema));
      const { examples = [] } = schema;
      assert.ok(Array.isArray(examples));
      for (const example of examples) {
        assert.ok(ajv.validate(schema, example), `${JSON.stringify(schema)}: ${ajv.errorsText()}`);
        checked++;
      }
    }
    assert.ok(checked > 40, `only ${checked} examples`);
  });

  it('shows nothing that only accueil knows', () => {
    const text = JSON.stringify(document);
    assert.deepEqual(text.match(/x-wire|Default Response/g), null);
    const formats = [...text.matchAll(/"format":"([^"]*)"/g)].map(([, format = '']) => format);
    assert.deepEqual(
      formats.filter((format) => !['date', 'date-time', 'email', 'binary'].includes(format)),
      [],
    );
    assert.ok(!text.includes(service.password) && !text.includes(service.token));
  });
});

/** Every schema below, those in others too. */
function schemasIn(below: unknown): Part[] {
  if (Array.isArray(below)) return below.flatMap(schemasIn);
  if (!isPart(below)) return [];
  const inside = Object.entries(below).flatMap(([key, one]) => (key === 'examples' ? [] : schemasIn(one)));
  return isPart(below.schema)
    ? [below.schema, ...inside]
    : Array.isArray(below.examples)
      ? [below, ...inside]
      : inside;
}

function asMethod(method: string) {
  const found = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === method);
  assert.ok(found !== undefined, method);
  return found;
}

function part(value: unknown): Part {
  assert.ok(isPart(value));
  return value;
}

function parts(value: unknown): readonly Part[] {
  assert.ok(Array.isArray(value) && value.every(isPart));
  return value;
}
