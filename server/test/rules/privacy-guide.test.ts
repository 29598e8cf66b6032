import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { rules } from '../../src/privacy/retention/rules.ts';
import { docs, root } from '../fixtures/docs-blocks.ts';

const guide = docs().find(({ path }) => path === 'docs/privacy.fr.md')?.text ?? '';

it('the guide for the data protection officer has every retention rule with its default', () => {
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \| .+ \| (\d+) \| .+ \| .+ \|$/gm)];
  assert.deepEqual(
    rows.map(([, name, days]) => `${name} ${days}`).sort(),
    rules.map(({ name, days }) => `${name} ${days}`).sort(),
  );
});

it('names a test for each article, and each of them is there', () => {
  const section = /^## Article par article\n(.*?)^## /ms.exec(guide)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Article'));
  assert.equal(rows.length, 25);
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w/-]+\.test\.ts)`/g)].flatMap(([, file]) => file ?? []);
    assert.notDeepEqual(files, [], row);
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
  }
});
