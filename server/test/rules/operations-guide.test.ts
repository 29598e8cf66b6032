import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { settings } from '../../src/config.ts';

const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

it('the operations guide shows every setting with its default and meaning', () => {
  const rows = settings.map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  );
  const table = ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
  const [, shown = ''] = /<!-- settings -->\n([\s\S]*?)\n?<!-- \/settings -->/.exec(guide) ?? [];
  assert.equal(shown, table, `put this between the two marks of docs/operations.md:\n${table}\n`);
});
