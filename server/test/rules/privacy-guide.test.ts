import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rules } from '../../src/privacy/retention/rules.ts';
import { docs } from '../fixtures/docs-blocks.ts';

it('the guide for the data protection officer has every retention rule with its default', () => {
  const text = docs().find(({ path }) => path === 'docs/privacy.fr.md')?.text ?? '';
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| .+ \| (\d+) \| .+ \| .+ \|$/gm)];
  assert.deepEqual(
    rows.map(([, name, days]) => `${name} ${days}`).sort(),
    rules.map(({ name, days }) => `${name} ${days}`).sort(),
  );
});
