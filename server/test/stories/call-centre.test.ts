// The day of an agent of a call centre, who recognises families, notes their calls and hands them over, and reads nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { assertFailure, onBothEngines, startService } from '../fixtures/service.ts';

onBothEngines('an agent of a call centre', (engine) => {
  it('recognises a family anywhere without reading what it wrote', async () => {
    const service = await startService(engine);
    const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
    const body = {
      lastNameClient: 'Moreau',
      firstNameClient: 'Colette',
      phoneClient: '06 39 98 12 34',
      comment: 'Maman est tombée',
    };
    const ids = [];
    for (const at of [3, 5])
      ids.push(await send(service, `c${at}`, body, `etablissement/${at}/commercial/create`));
    const found = await agent.get('/desk/families?phone=0639981234');
    assert.deepEqual(
      found.json().data.map(({ id }: { id: number }) => id),
      ids.toReversed(),
    );
    assert.match(found.body, /Moreau/);
    assert.doesNotMatch(found.body, /tombée|639981234|06 39/);
    for (const path of [
      `/desk/entries/${ids[0]}`,
      `/desk/entries/${ids[0]}/history`,
      `/desk/entries/${ids[0]}/version`,
      '/desk/entries?kind=commercial',
      '/desk/entries.csv?kind=commercial',
      '/desk/today',
      '/desk/counts',
    ])
      assertFailure(await agent.get(path), 403, 'FORBIDDEN');
    assertFailure(await agent.patch(`/desk/entries/${ids[0]}`, { comment: 'x' }), 403, 'FORBIDDEN');
    await service.close();
  });

  it('notes a call for any residence, and hands a family over, without learning what others have written', async () => {
    const service = await startService(engine);
    const agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }]);
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const created = await agent.post('/desk/entries', {
      establishmentId: 3,
      type: 'commercial.type.phone',
      fields: { lastNameClient: 'Moreau' },
    });
    assert.equal(created.statusCode, 200, created.body);
    const { id, version } = created.json();
    const administrator = await signIn(service);
    await administrator.patch(`/desk/entries/${id}`, { comment: 'Très fatiguée' });
    const path = `/desk/entries/${id}/assign`;
    const conflict = await agent.post(path, { establishmentId: 5, version });
    assert.equal(conflict.statusCode, 409);
    assert.deepEqual(conflict.json().changes, []);
    assert.equal((await agent.post(path, { establishmentId: 5 })).statusCode, 200);
    assert.equal((await direction.get(`/desk/entries/${id}`)).json().establishmentId, 5);
    await service.close();
  });
});
