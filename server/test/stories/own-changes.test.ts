// A process sees its own writes at once, before the notification of the database arrives.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { signIn } from '../fixtures/desk.ts';
import { onBothEngines, startService } from '../fixtures/service.ts';

onBothEngines('a change at the desk', (engine) => {
  it('a change at the desk is in the next answer of the same process', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    for (let round = 0; round < 10; round++) {
      const name = `Résidence ${round}`;
      await ok(desk.patch('/desk/establishments/3', { name }));
      const shown = await ok(service.get(`/fr/etablissement/show/3?${service.query}`));
      assert.ok(JSON.stringify(shown).includes(`"${name}"`));

      const added = desk.post('/desk/callers/1/passwords', { scope: 'full', origins: [] });
      const { id, password } = await ok<{ id: number; password: string }>(added);
      const path = `/fr/etablissement/show/3?password=${password}`;
      await ok(service.get(path));
      await desk.delete(`/desk/passwords/${id}`);
      assert.equal((await service.get(path)).statusCode, 401);
    }
  });
});
