import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { onOneEngine, startService } from '../fixtures/service.ts';

onOneEngine('a first lead', (engine) => {
  it('a first lead is stored, found again and counted', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { query } = service;
    const posted = await service.post(`/fr/etablissement/3/commercial/create?${query}`, {
      customId: 'first',
      commercialrelations: [{ lastName: 'Durand', phone: '+33 1 99 00 12 34' }],
      commercialactions: [{ date: '2026-03-03', comment: 'Rappelée' }],
    });
    assert.deepEqual([posted.statusCode, posted.body], [200, '"ok"']);
    const get = <Answer>(path: string) => ok<Answer>(service.get(`/fr/${path}${query}`));
    const { type, data } = await get<{ type: string; data: { id: number } }>('customId/first?');
    assert.equal(type, 'commercial');
    const [match] = await get<{ id: number }[]>('commercial/checkPhone?phone=0199001234&');
    assert.equal(match?.id, data.id);
    const statistics = await get<{ id: number }[]>('statscontact/2026?');
    assert.deepEqual(
      statistics.find(({ id }) => id === 3),
      { id: 3, name: 'Le Clos des Vignes', total: 1, hasAction: 1 },
    );
  });
});
