import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { onOneEngine, startService, type TestService } from '../fixtures/service.ts';

onOneEngine('a first lead', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('is stored, found again and counted', async () => {
    const { query } = service;
    const posted = await service.post(`/fr/etablissement/3/commercial/create?${query}`, {
      customId: 'first',
      lastNameClient: 'Martin',
      phoneClient: '06 39 98 12 34',
      commercialrelations: [{ lastName: 'Durand', phone: '+33 1 99 00 12 34' }],
      commercialactions: [{ date: '2026-03-03', comment: 'Rappelée' }],
    });
    assert.equal(posted.statusCode, 200, posted.body);
    assert.equal(posted.body, '"ok"');

    const found = await service.get(`/fr/customId/first?${query}`);
    assert.equal(found.json().type, 'commercial');
    const byPhone = await service.get(`/fr/commercial/checkPhone?phone=0199001234&${query}`);
    assert.deepEqual(
      byPhone.json().map(({ id }: { id: number }) => id),
      [found.json().data.id],
    );
    const statistics = await service.get(`/fr/statscontact/2026?${query}`);
    assert.deepEqual(
      statistics.json().find(({ id }: { id: number }) => id === 3),
      { id: 3, name: 'Le Clos des Vignes', total: 1, hasAction: 1 },
    );
  });

  it('is an orientation too', async () => {
    await ok(
      service.exchange('/appli/partner/orientation', {
        NumeroDemandeOrientationCR: '2026 / 001_002_003',
        etablissementId: 5,
        'PersonneAgee / Nom': 'Lefèvre',
        'PersonneAgee / Mobile': '+33639985678',
      }),
    );
    const byPhone = await service.get(`/fr/commercial/checkPhone?phone=0639985678&${service.query}`);
    assert.equal(byPhone.json()[0].partnerid, '2026 / 001_002_003');
  });
});
