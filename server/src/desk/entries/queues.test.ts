import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';

const pdf = Buffer.from('%PDF-1.4 CV').toString('base64');

onSqlite('the job applications', (engine) => {
  it('say which offer each is for, and are found by it', async () => {
    const service = await startService(engine);
    const admin = await signIn(service);
    const offer = async (establishmentId: number, title: string) => {
      const added = await admin.post(`/desk/establishments/${establishmentId}/announcements`, { title });
      return added.json<{ id: number }>().id;
    };
    const carer = await offer(3, 'Aide-soignant(e)');
    const cook = await offer(5, 'Cuisinier(ère)');
    const apply = (customId: string, body: object = {}) =>
      send(service, customId, { etablissementId: 3, ...body }, 'announcement/postuler');
    await apply('carer', {
      announcementId: carer,
      cv: { name: 'cv.pdf', type: 'application/pdf', content: pdf },
    });
    await apply('cook', { announcementId: cook, etablissementId: 5 });
    await apply('unknown', { announcementId: 987_654 });
    await apply('spontaneous');

    const list = async (desk: Desk, query = '') => {
      return (
        await ok<{ data: Record<string, unknown>[] }>(
          desk.get(`/desk/entries?kind=postuler&order=asc${query}`),
        )
      ).data;
    };
    const named = async (desk: Desk, query: string) =>
      (await list(desk, query)).map(({ customId }) => customId);
    assert.deepEqual(
      (await list(admin)).map(({ customId, announcement, hasFile }) => [customId, announcement, hasFile]),
      [
        ['carer', { id: carer, title: 'Aide-soignant(e)', open: true }, true],
        ['cook', { id: cook, title: 'Cuisinier(ère)', open: true }, false],
        ['unknown', { id: 987_654, title: null, open: false }, false],
        ['spontaneous', null, false],
      ],
    );
    assert.deepEqual(await named(admin, '&offer=none'), ['spontaneous']);
    assert.deepEqual(await named(admin, '&offer=unknown'), ['unknown']);
    assert.deepEqual(await named(admin, `&announcementId=${carer}`), ['carer']);
    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    assert.deepEqual(await named(director, '&offer=none'), []);
    assertFailure(await admin.get('/desk/entries?kind=postuler&offer=all'), 400, 'INVALID', /^offer: /);

    const offers = async (desk: Desk) => (await desk.get('/desk/announcements')).json().data;
    const mine = (id: number) => (one: { id: number }) => one.id === id;
    assert.deepEqual((await offers(admin)).find(mine(carer)), {
      id: carer,
      title: 'Aide-soignant(e)',
      open: true,
      establishmentId: 3,
    });
    assert.ok(
      (await offers(director)).every(
        ({ establishmentId }: { establishmentId: number }) => establishmentId === 5,
      ),
    );
    assert.ok((await offers(director)).some(mine(cook)));
    await service.close();
  });
});
