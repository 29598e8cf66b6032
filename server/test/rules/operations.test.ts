// Every write of the running service is an operation of the table that the thread knows.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { operations } from '../../src/operations.ts';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(src, file), 'utf8') }));

/** Prints every import specifier that is loaded with the table. In a process of its own: here much is loaded already. */
const loading = `
  import { registerHooks } from 'node:module';
  const specifiers = [];
  registerHooks({
    resolve(specifier, context, next) {
      specifiers.push(specifier);
      return next(specifier, context);
    },
  });
  await import(${JSON.stringify(new URL('../../src/operations.ts', import.meta.url).href)});
  process.stdout.write(JSON.stringify(specifiers));
`;

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
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', loading]);
  const specifiers: string[] = JSON.parse(printed.toString());
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
