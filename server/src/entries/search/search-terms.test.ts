import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../../../test/fixtures/desk.ts';
import { onSqlite, startService } from '../../../test/fixtures/service.ts';

onSqlite('what entries are searched by', (engine) => {
  it('the words of an entry follow many changes between many new entries', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    for (let i = 0; i < 10; i++) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, j) =>
          j % 3 === 0
            ? service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {
                lastNameClient: `Durand${i}x${j}`,
              })
            : service.exchange('/appli/partner/orientation', {
                NumeroDemandeOrientationCR: `2026 / ${j % 5}`,
                'Contact / Nom': `Lefèvre${i}y${j}`,
                'Contact / Email': `visitor${i}.${j}@example.org`,
              }),
        ),
      );
      for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body);
    }
    const found = async (q: string) =>
      (await desk.get(`/desk/entries?kind=commercial&q=${q}`)).json().total.count;
    // The newest of five requests that were sent again and again; what they were called before is forgotten.
    assert.equal(await found('lefevre'), 5);
    assert.equal(await found('lefevre0y'), 0);
    assert.equal(await found('durand'), 60);
    assert.equal(await found('durand9x15'), 1);
    await service.close();
  });
});
