import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { cleanClone, npm } from '../fixtures/clean-clone.ts';
import { root } from '../fixtures/docs-blocks.ts';

it('a build that fails, even at its end, leaves the pages as they were', async (t) => {
  const clone = await cleanClone(t);
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  const index = join(clone, 'backoffice/dist/index.html');
  await mkdir(join(clone, 'backoffice/dist'));
  await writeFile(index, 'the pages of before');
  // Builds in no time.
  await writeFile(join(clone, 'backoffice/src/main.tsx'), 'export {};');
  await writeFile(join(clone, 'server/src/main.ts'), 'this is no program');

  await assert.rejects(npm(clone, 'run', 'build'), /what was built before stays as it is/);
  assert.equal(await readFile(index, 'utf8'), 'the pages of before');
});
