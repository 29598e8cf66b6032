import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reachOf, rights, roles } from '../../src/access/roles.ts';
import { docs } from '../fixtures/docs-blocks.ts';

describe('the guide to the desk', () => {
  it('says which role has which right', () => {
    const text = docs().find(({ path }) => path === 'docs/desk.md')?.text ?? '';
    const [, head = '', table = ''] = /^(\| Right \|.*)\n\|[-|]+\n((?:\|.*\n)+)/m.exec(text) ?? [];
    assert.deepEqual(cellsOf(head), ['Right', ...roles]);
    assert.deepEqual(
      table
        .trim()
        .split('\n')
        .map((row) => {
          const [right = '', ...given] = cellsOf(row);
          return [/^`(.+)`: ./.exec(right)?.[1], given];
        }),
      rights.map((right) => [
        right,
        roles.map((role) =>
          reachOf([{ role, establishmentId: null }], right) === 'everywhere' ? 'yes' : '',
        ),
      ]),
    );
  });
});

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
