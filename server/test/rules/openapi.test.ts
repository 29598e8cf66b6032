import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { errorStatuses } from '../../src/contract/errors.ts';
import { operations } from '../../src/contract/operations.ts';
import type { OpenApiDocument, OperationObject, Parameter } from '../../src/http/docs/document.ts';
import { resolved } from '../../src/http/docs/document.ts';
import { newPartner, newPassword } from '../fixtures/credentials.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

/** Real names for everything that an installation may name. */
const wireSettings = {
  WIRE_SURVEY_TYPE: 'typeEnquete',
  WIRE_TEST: 'modeTest',
  WIRE_ESTABLISHMENT_FILTER: 'numEtablissement',
  WIRE_COMMERCIAL_TYPE: 'typeContact',
  WIRE_SEJOUR_TYPE: 'typeSejour',
  WIRE_MOTIF: 'raison',
  WIRE_RESULTAT: 'issue',
  WIRE_PARTNERID: 'idPartenaire',
};

describe('OpenAPI document', () => {
  let service: TestService;
  let document: OpenApiDocument;
  before(async () => {
    service = await startService('sqlite');
    document = await documentOf(service);
  });
  after(() => service.close());

  it('a document says its version and its server', () => {
    const { openapi, info, servers } = document;
    assert.match(openapi, /^3\.1\.\d+$/);
    assert.deepEqual([info.version, servers[0]?.url], ['0.0.0-test', service.config.publicUrl]);
  });

  it('every operation is described, each once', () => {
    const found = operationsOf(document);
    assert.deepEqual(
      found
        .map(({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
        .sort(),
      Object.keys(operations).sort(),
    );
    const ids = found.map(({ operation }) => operation.operationId);
    assert.ok(ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { method, path, operation } of found) {
      assert.ok(operation.summary.length > 5, `${method} ${path}`);
      assert.ok(operation.tags.length === 1 && operation.tags.every((tag) => tags.includes(tag)));
      assert.ok(operation.description.length > 20, operation.operationId);
      for (const response of Object.values(operation.responses))
        assert.notEqual(resolved(response, document.components.responses).description, '');
    }
  });

  it('every parameter of a path is documented, and none twice', () => {
    for (const { method, path, operation } of operationsOf(document)) {
      const parameters = parametersOf(document, operation);
      assert.deepEqual(
        parameters.filter((one) => one.in === 'path').map(({ name, required }) => [name, required]),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
      );
      const places = parameters.map(({ in: place, name }) => `${place} ${name}`);
      assert.equal(new Set(places).size, places.length);
      assert.ok(
        parameters.every(({ description }) => description),
        `${method} ${path}`,
      );
    }
  });

  it('every $ref and security scheme is there, and every shared part is used', () => {
    const refs = stringsUnder(document, '$ref');
    for (const ref of refs) assert.notEqual(pointedTo(document, ref), undefined, ref);
    const { securitySchemes, ...components } = document.components;
    for (const [kind, parts] of Object.entries(components))
      for (const name of Object.keys(parts))
        assert.ok(refs.includes(`#/components/${kind}/${name}`), `${kind} ${name}`);
    const requirements = [
      document.security,
      ...operationsOf(document).map((one) => one.operation.security ?? []),
    ];
    for (const name of requirements.flat().flatMap((requirement) => Object.keys(requirement)))
      assert.ok(name in securitySchemes, name);
  });

  it('schemas are JSON Schema 2020-12, and examples keep to them', () => {
    const ajv = strictAjv(document);
    for (const name of Object.keys(document.components.schemas))
      assert.ok(ajv.getSchema(`accueil#/components/schemas/${name}`), name);
    const found = examplesIn(document);
    for (const { at, schema, value } of found)
      assert.ok(ajv.validate(schema, value), `${at}: ${ajv.errorsText()}`);
    assert.ok(found.length > 100, `only ${found.length} examples`);
  });

  it('a document shows nothing that only accueil knows', () => {
    const text = JSON.stringify(document);
    assert.deepEqual(text.match(/x-wire|x-content|decisions \d|interface \d|Default Response/g), null);
    assert.deepEqual([...new Set(stringsUnder(document, 'format'))].sort(), ['date', 'email', 'uuid']);
    assert.ok(!text.includes(service.password) && !text.includes(service.token));
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => path.startsWith('/desk')),
      [],
    );
  });

  it('a password or a token is asked for, or neither where settings say so', async () => {
    for (const { path, operation } of operationsOf(document)) {
      assert.deepEqual(
        operation.security ?? document.security,
        path.startsWith('/appli/') ? [{ bearer: [] }] : [{ password: [] }],
      );
    }
    const open = await startService('sqlite', { PASSWORD_OPTIONAL_ON: 'groups,show,jobs' });
    try {
      const openDocument = await documentOf(open);
      for (const { path, method, operation } of operationsOf(openDocument)) {
        if (method !== 'get') continue;
        const { url } = requestOf(openDocument, operation.operationId);
        const { statusCode } = await open.get(url);
        const mayBeMissing = operation.security?.some((one) => Object.keys(one).length === 0) === true;
        assert.equal(statusCode, mayBeMissing ? 200 : 401, path);
      }
    } finally {
      await open.close();
    }
  });

  it('a document carries the wire names of the installation, and no others', async () => {
    const named = await startService('sqlite', wireSettings);
    try {
      const { paths, components, info } = await documentOf(named);
      for (const [schema, own, usual] of [
        ['SurveyBody', ['typeEnquete'], ['type']],
        [
          'CommercialBody',
          ['typeContact', 'typeSejour', 'raison', 'issue', 'idPartenaire'],
          ['type', 'sejourType', 'motif', 'resultat', 'partnerid'],
        ],
        ['PhoneMatch', ['idPartenaire'], ['partnerid']],
      ] as const) {
        const { properties = {}, required = [] } = components.schemas[schema] ?? {};
        const names = new Set([...Object.keys(properties), ...required]);
        assert.ok(names.isSupersetOf(new Set(own)) && names.isDisjointFrom(new Set(usual)), schema);
      }
      const inQuery = Object.values(paths).flatMap(({ get, post }) =>
        [get, post].flatMap((operation) => (operation === undefined ? [] : stringsUnder(operation, 'name'))),
      );
      for (const name of ['modeTest', 'numEtablissement']) assert.ok(inQuery.includes(name), name);
      assert.match(info.description, /`modeTest=1`/);
    } finally {
      await named.close();
    }
  });
});

onSqlite('examples of the documentation', (engine) => {
  for (const [name, settings] of [
    ['the default names', {}],
    ["an installation's own names", wireSettings],
  ] as const) {
    it(`examples are answered exactly as written, with ${name}`, async () => {
      const service = await startService(engine, settings);
      try {
        const document = await documentOf(service);
        for (const { id: operation } of Object.values(operations)) {
          const { url, method, body, answer, onExchange } = requestOf(document, operation);
          const address = onExchange ? url : `${url}${url.includes('?') ? '&' : '?'}${service.query}`;
          const headers = onExchange ? { authorization: `Bearer ${service.token}` } : {};
          const response =
            method === 'get'
              ? await service.get(address, headers)
              : await service.post(address, body, headers);
          assert.equal(response.body, JSON.stringify(answer), operation);
          assert.equal(response.statusCode, 200, operation);
        }
      } finally {
        await service.close();
      }
    });
  }

  it('examples of failures are answered exactly as written', async () => {
    const service = await startService(engine);
    try {
      const document = await documentOf(service);
      const provoked = new Set<string>();
      for (const [name, provoke] of Object.entries(await failuresOf(service))) {
        const response = await provoke();
        const code = name.replace('EXCHANGE_', '') as keyof typeof errorStatuses;
        assert.equal(response.statusCode, errorStatuses[code], `${name}: ${response.body}`);
        const documented = document.components.responses[name];
        const example = documented?.content['application/json'].examples[code]?.value;
        assert.deepEqual(response.json(), example, name);
        for (const header of Object.keys(documented?.headers ?? {})) {
          assert.ok(response.headers[header.toLowerCase()], `${name}: ${header}`);
        }
        provoked.add(name);
      }
      // These two are provoked where the database is taken away; METHOD belongs to no operation.
      const elsewhere = ['INTERNAL', 'UNAVAILABLE', 'EXCHANGE_INTERNAL', 'EXCHANGE_UNAVAILABLE'];
      assert.deepEqual(
        Object.keys(document.components.responses)
          .filter((name) => !elsewhere.includes(name))
          .sort(),
        [...provoked].sort(),
      );
    } finally {
      await service.close();
    }
  });
});

/** For each failure that can be provoked from outside, a request that does. */
async function failuresOf(service: TestService) {
  const browser = await newPassword(service, 'browser');
  const other = await newPartner(service, 'other');
  const survey = `/fr/etablissement/5/survey/create?${service.query}`;
  const orientation = '/appli/partner/orientation';
  const conflict = { 'idempotency-key': 'the same' };
  const tooLarge = JSON.stringify({ contact: 'x'.repeat(257 * 1024) });
  const plain = { 'content-type': 'text/plain' };
  const wrongly = async (send: () => ReturnType<TestService['get']>) => {
    let response = await send();
    for (let i = 0; i < 20; i++) response = await send();
    return response;
  };
  return {
    INVALID: () => service.post(survey, { email: 'nobody' }),
    UNAUTHORIZED: () => service.get('/fr/etablissement/show/5'),
    FORBIDDEN: () => service.get(`/fr/etablissement/show/5?password=${browser.password}`),
    NORESULT: () => service.get(`/fr/customId/unknown?${service.query}`),
    NOTFOUND: () => service.get(`/fr/etablissement/show/2?${service.query}`),
    CONFLICT: async () => {
      await service.post(survey, { contact: 'one' }, conflict);
      return service.post(survey, { contact: 'another' }, conflict);
    },
    TOOLARGE: () => service.post(survey, tooLarge),
    UNSUPPORTED: () => service.post(survey, 'contact=x', plain),
    EXCHANGE_INVALID: () => service.exchange(orientation, { DateContact: '2026-02-30' }),
    EXCHANGE_UNAUTHORIZED: () => service.post(orientation, {}),
    EXCHANGE_FORBIDDEN: () => service.post(orientation, {}, { authorization: `Bearer ${other.token}` }),
    EXCHANGE_NOTFOUND: () =>
      service.exchange('/appli/partner/suivi', { NumeroDemandeOrientationCR: '2026 / 9_9_9' }),
    EXCHANGE_CONFLICT: async () => {
      await service.exchange(orientation, { GirEstime: 'GIR 1' }, conflict);
      return service.exchange(orientation, { GirEstime: 'GIR 2' }, conflict);
    },
    EXCHANGE_TOOLARGE: () => service.exchange(orientation, tooLarge),
    EXCHANGE_UNSUPPORTED: () => service.exchange(orientation, 'x', plain),
    RATELIMIT: () => wrongly(() => service.get('/fr/jobs?password=wrong')),
    EXCHANGE_RATELIMIT: () => wrongly(() => service.post(orientation, {}, { authorization: 'Bearer wrong' })),
  };
}

async function documentOf(service: TestService): Promise<OpenApiDocument> {
  const response = await service.get('/openapi.json');
  assert.equal(response.statusCode, 200);
  return response.json();
}

function operationsOf(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

function parametersOf(document: OpenApiDocument, { parameters = [] }: OperationObject): Parameter[] {
  return parameters.map((one) => resolved(one, document.components.parameters));
}

/** The example request of an operation, as any reader of the document would send it. */
function requestOf(document: OpenApiDocument, operationId: string) {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  assert.ok(found, operationId);
  const { path, method, operation } = found;
  const parameters = parametersOf(document, operation).filter(({ example }) => example !== undefined);
  const query = new URLSearchParams(
    parameters.filter((one) => one.in === 'query').map(({ name, example }) => [name, String(example)]),
  );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(parameters.find((one) => one.in === 'path' && one.name === name)?.example)),
  );
  const answer = resolved(operation.responses['200'] ?? { $ref: 'none' }, document.components.responses);
  return {
    url: query.size === 0 ? filled : `${filled}?${query}`,
    method,
    body: operation.requestBody?.content['application/json'].examples.example?.value,
    answer: answer.content['application/json'].examples.example?.value,
    onExchange: operation.security?.some((one) => 'bearer' in one) === true,
  };
}

function strictAjv(document: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat('uuid', /^[0-9a-f-]{36}$/);
  ajv.addVocabulary(['example', 'openapi', 'info', 'servers', 'tags', 'security', 'components', 'paths']);
  ajv.addSchema({ $id: 'accueil', components: document.components }, 'accueil');
  return ajv;
}

interface FoundExample {
  readonly at: string;
  readonly schema: object;
  readonly value: unknown;
}

/** Every example of the document, beside the schema that it has to keep to. */
function examplesIn(document: OpenApiDocument): FoundExample[] {
  const found: FoundExample[] = [];
  const visit = (part: unknown, at: string): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('examples' in part && Array.isArray(part.examples)) {
      const schema = absolute({ ...part, examples: undefined });
      for (const value of part.examples) found.push({ at, schema, value });
    }
    if ('schema' in part) {
      const schema = absolute(part.schema);
      if ('example' in part) found.push({ at, schema, value: part.example });
      if ('examples' in part && typeof part.examples === 'object') {
        for (const [name, one] of Object.entries(part.examples ?? {}))
          found.push({ at: `${at} ${name}`, schema, value: one.value });
      }
    }
    for (const [key, value] of Object.entries(part)) {
      if (key !== 'examples' && key !== 'example') visit(value, `${at}/${key}`);
    }
  };
  visit(document, '');
  return found;
}

/** A schema whose references can be followed from anywhere. */
function absolute(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"accueil#/'));
}

function stringsUnder(part: unknown, wanted: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === wanted && typeof value === 'string' ? [value] : stringsUnder(value, wanted),
  );
}

function pointedTo(document: unknown, ref: string): unknown {
  assert.match(ref, /^#\//);
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined,
      document,
    );
}
