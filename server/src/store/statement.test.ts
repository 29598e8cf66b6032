import assert from 'node:assert/strict';
import { it } from 'node:test';
import { statement } from './statement.ts';

const named = statement<{ id: number }>()((db, p) =>
  db.selectFrom('callers').select('id').where('name', '=', "l'accueil").where('id', '=', p.id),
);

// Compared with a bound constant, a statement would be planned anew at each call.
it('on SQLite a statement binds its parameters and inlines constants', () => {
  const { sql, bind } = named.compiled('sqlite');
  assert.deepEqual(bind({ id: 7 }), [7]);
  assert.equal(sql, `select "id" from "callers" where "name" = 'l''accueil' and "id" = ?`);
});

it('on PostgreSQL a statement binds constants too, of which it takes the types', () => {
  const { sql, bind } = named.compiled('postgres');
  assert.deepEqual(bind({ id: 7 }), ["l'accueil", 7]);
  assert.equal(sql, 'select "id" from "callers" where "name" = $1 and "id" = $2');
});
