import assert from 'node:assert/strict';
import { it } from 'node:test';
import { statement } from './statement.ts';

const named = statement<{ id: number }>()((db, p) =>
  db.selectFrom('callers').select('id').where('name', '=', "l'accueil").where('id', '=', p.id),
);

it('binds nothing but its parameters on SQLite, which plans anew what is compared with a bound constant', () => {
  const { sql, bind } = named.compiled('sqlite');
  assert.deepEqual(bind({ id: 7 }), [7]);
  assert.equal(sql, `select "id" from "callers" where "name" = 'l''accueil' and "id" = ?`);
});

it('binds constants too on PostgreSQL, where they take part in the types of a statement', () => {
  const { sql, bind } = named.compiled('postgres');
  assert.deepEqual(bind({ id: 7 }), ["l'accueil", 7]);
  assert.equal(sql, 'select "id" from "callers" where "name" = $1 and "id" = $2');
});
