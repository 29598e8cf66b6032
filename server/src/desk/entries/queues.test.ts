import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { onSqlite, startService } from '../../../test/fixtures/service.ts';

onSqlite('the job applications', (engine) => {
  it('applications say which offer each is for, and are found by it', async () => {
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
    const content = Buffer.from('%PDF-1.4 CV').toString('base64');
    await apply('carer', { announcementId: carer, cv: { name: 'cv.pdf', content } });
    await apply('cook', { announcementId: cook, etablissementId: 5 });
    await apply('unknown', { announcementId: 987_654 });
    await apply('spontaneous');
    const photo = Buffer.from('GIF89a\x01\x00').toString('base64');
    await apply('photo', { announcementId: cook, cv: { name: 'pho\u202Eto.gif', content: photo } });

    const list = async (query = '', desk = admin) => {
      const path = `/desk/entries?kind=postuler&order=asc${query}`;
      return (await ok<{ data: { customId: string }[] }>(desk.get(path))).data;
    };
    const named = async (query: string, desk = admin) =>
      (await list(query, desk)).map(({ customId }) => customId);
    assert.partialDeepStrictEqual(await list(), [
      { announcement: { id: carer, title: 'Aide-soignant(e)', open: true }, hasFile: true, cvNotKept: null },
      { announcement: { id: cook, title: 'Cuisinier(ère)', open: true }, hasFile: false },
      { announcement: { id: 987_654, title: null, open: false }, hasFile: false },
      { announcement: null, hasFile: false },
      { hasFile: false, cvNotKept: 'Le CV « photo.gif » n’a pas été gardé : format inconnu' },
    ]);
    assert.deepEqual(await named('&offer=none'), ['spontaneous']);
    assert.deepEqual(await named('&offer=unknown'), ['unknown']);
    assert.deepEqual(await named(`&announcementId=${carer}`), ['carer']);
    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    assert.deepEqual(await named('&offer=none', director), []);

    const offers = async (desk: Desk) => (await desk.get('/desk/announcements')).json().data;
    const mine = (id: number) => (one: { id: number }) => one.id === id;
    assert.partialDeepStrictEqual((await offers(admin)).find(mine(carer)), {
      open: true,
      establishmentId: 3,
    });
    assert.ok((await offers(director)).some(mine(cook)));
    assert.ok(!(await offers(director)).some(mine(carer)));
    await service.close();
  });
});
