// Every write of the running service is an operation of the table that the thread knows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(src, file), 'utf8') }));

/** The table, and every import specifier loaded with it. */
async function loadOperations() {
  const specifiers: string[] = [];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      specifiers.push(specifier);
      return next(specifier, context);
    },
  });
  const { operations } = await import('../../src/operations.ts');
  hooks.deregister();
  return { operations, specifiers };
}
const { operations, specifiers } = await loadOperations();

test('every operation is in the table, once, under the name of its constant', () => {
  const written = sources.flatMap(({ text }) => [
    ...text.matchAll(
      /const (\w+) = (?:operation|batchOperation|auditedOperation|entryAct|deskWrite|actRoute)\(\s*'(\w+)'/g,
    ),
  ]);
  const names = operations.map(({ name }) => name);
  assert.deepEqual(
    written.filter(([, constant]) => !names.includes(constant ?? '')).map(([, constant]) => constant),
    [],
  );
  assert.deepEqual(
    written.filter(([, constant, name]) => constant !== name).map(([, constant]) => constant),
    [],
  );
  assert.equal(new Set(names).size, names.length);
  assert.ok(written.length > 50);
});

test('the thread that writes loads nothing of HTTP', () => {
  assert.ok(specifiers.includes('kysely'));
  assert.deepEqual(
    specifiers.filter((specifier) => /fastify|swagger/.test(specifier)),
    [],
  );
});

test('the running service has no transactions on the event loop', () => {
  // On SQLite the event loop would wait for the disk, and for whatever else writes.
  const ownProcess = /^(?:commands|demo|store)\//;
  assert.deepEqual(
    sources
      .filter(({ file, text }) => !ownProcess.test(file) && text.includes('.transaction('))
      .map(({ file }) => file),
    [],
  );
});
