import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvAddress, queryOf, resources } from './list-query.ts';

const newest = { field: 'received', order: 'DESC' } as const;

test('a CSV file is of the leads as they are filtered and sorted', () => {
  assert.equal(
    csvAddress({ q: 'lefèvre', establishmentId: '3', status: '', block: undefined }, newest),
    '/desk/entries.csv?kind=commercial&establishmentId=3&q=lef%C3%A8vre&sort=received&order=desc',
  );
  assert.equal(csvAddress({}, newest), '/desk/entries.csv?kind=commercial&sort=received&order=desc');
});

test('a list is searched from two characters on, in the order of the service unless one is chosen', () => {
  assert.deepEqual(queryOf(resources.surveys, { q: ' é ' }, { field: 'id', order: 'ASC' }), {
    kind: 'survey',
  });
  assert.deepEqual(queryOf(resources.mails, { q: 'él' }, undefined), { q: 'él' });
});
