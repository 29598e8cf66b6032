// A process sees its own writes at once, before the notification of the database arrives.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { signIn } from '../fixtures/desk.ts';
import { onSqlite, startService } from '../fixtures/service.ts';

onSqlite('a change at the desk', (engine) => {
  it('is in the next answer of the same process', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    for (let round = 0; round < 40; round++) {
      const name = `Résidence ${round}`;
      await ok(desk.patch('/desk/establishments/3', { name }));
      const shown = await service.get(`/fr/etablissement/show/3?${service.query}`);
      assert.equal(shown.statusCode, 200, shown.body);
      assert.match(shown.body, new RegExp(`"${name}"`));
    }
  });

  it('that ends a password is known to the next request', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    for (let round = 0; round < 20; round++) {
      const { id, password } = await ok<{ id: number; password: string }>(
        desk.post('/desk/callers/1/passwords', { scope: 'full', origins: [] }),
      );
      const path = `/fr/etablissement/show/3?password=${password}`;
      assert.equal((await service.get(path)).statusCode, 200);
      const revoked = await desk.delete(`/desk/passwords/${id}`);
      assert.ok(revoked.statusCode < 300, revoked.body);
      assert.equal((await service.get(path)).statusCode, 401);
    }
  });
});
