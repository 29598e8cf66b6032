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
    ids.push(
      await send(
        service,
        'complaint',
        { lastName: 'Moreau', phone: '06 39 98 12 34', contact: 'Maman est tombée' },
        'etablissement/5/survey/create',
        '&type=survey.type.complaint',
      ),
    );
    await send(service, 'cv', { lastName: 'Moreau', phone: '06 39 98 12 34' }, 'announcement/postuler');
    for (const path of ['families?phone=0639981234', 'search?q=33639981234', 'search?q=06%2039%2098']) {
      const found = await agent.get(`/desk/${path}`);
      const { data, known = data, groups = [], near = [] } = found.json();
      assert.deepEqual(
        known.map(({ id }: { id: number }) => id),
        ids.toReversed(),
        path,
      );
      assert.deepEqual(
        known.map(({ mayRead, mayHandOver }: Record<string, boolean>) => [mayRead, mayHandOver]),
        [
          [false, false],
          [false, true],
          [false, true],
        ],
      );
      assert.deepEqual([groups, near], [[], []]);
      assert.match(found.body, /Moreau/);
      assert.doesNotMatch(found.body, /tombée|639981234|06 39|survey\.type/);
    }
    // Guessing is no way to them: by neither a name, nor the last digits, nor the number of an entry.
    for (const q of ['moreau', 'moreua', '1234', `n° ${ids[0]}`, 'c3', 'RES-000001']) {
      const found = await agent.get(`/desk/search?q=${encodeURIComponent(q)}`);
      assert.deepEqual(found.json(), { groups: [], near: [], known: [], exact: true }, q);
    }
    assertFailure(
      await agent.post(`/desk/entries/${ids[2]}/assign`, { establishmentId: 3 }),
      404,
      'NOTFOUND',
    );
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
