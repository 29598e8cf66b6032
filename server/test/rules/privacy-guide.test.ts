import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rules } from '../../src/privacy/retention/rules.ts';
import { docs } from '../fixtures/docs-blocks.ts';

describe('the guides for the data protection officer', () => {
  for (const guide of ['docs/privacy.md', 'docs/privacy.fr.md']) {
    it(`have every retention rule with its default: ${guide}`, () => {
      const text = docs().find(({ path }) => path === guide)?.text ?? '';
      const rows = [...text.matchAll(/^\| `([\w-]+)` \| .+ \| (\d+) \| .+ \| .+ \|$/gm)];
      assert.deepEqual(
        rows.map(([, name, days]) => `${name} ${days}`).sort(),
        rules.map(({ name, days }) => `${name} ${days}`).sort(),
      );
    });
  }
});
