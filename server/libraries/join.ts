// Joins each library of hundreds of small files into one file, which Node reads thirty times as fast: a start takes
// 0.3 s less, and each thread 20 MB less. Types stay those of the package (`imports` in server/package.json).
import { renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const joined = fileURLToPath(new URL('joined/', import.meta.url));

for (const library of ['kysely', 'typebox']) {
  const file = `${joined}${library}.js`;
  await build({
    input: fileURLToPath(import.meta.resolve(library)),
    platform: 'node',
    output: { file: `${file}.new` },
  });
  // At once: somebody may be starting the service.
  renameSync(`${file}.new`, file);
}
