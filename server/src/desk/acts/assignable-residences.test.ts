import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { number } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService } from '../../../test/fixtures/service.ts';

onSqlite('the residences that an entry can be given to', (engine) => {
  it('are those that it is really taken by', async () => {
    const service = await startService(engine);
    const everyResidence = await number(service.database, 'select count(*) from establishments');
    for (const [grants, expected] of [
      [[{ role: 'administrator', establishmentId: null }], everyResidence],
      [[{ role: 'direction', establishmentId: 3 }], everyResidence],
      [[{ role: 'commercial', establishmentId: 3 }], everyResidence],
    ] as const) {
      const desk = await signIn(service, grants);
      const entry = await send(service, `entry-${desk.userId}`);
      const path = `/desk/entries/${entry}`;
      const residences = (await desk.get(`${path}/residences`)).json<{
        data: { id: number; name: string }[];
      }>().data;
      assert.equal(residences.length, expected);
      assert.ok(residences.every(({ name }) => name !== ''));
      const taken = [];
      for (const establishmentId of [3, 4, 5]) {
        const another = await send(service, `entry-${desk.userId}-${establishmentId}`);
        const { statusCode } = await desk.post(`/desk/entries/${another}/assign`, { establishmentId });
        if (statusCode === 200) taken.push(establishmentId);
      }
      assert.deepEqual(
        taken,
        residences.map(({ id }) => id).filter((id) => id >= 3 && id <= 5),
      );
    }
    await service.close();
  });

  it('and the version of an entry grows with each change, and leaves no line in the audit trail', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const entry = await send(service, 'entry');
    const version = async () => (await desk.get(`/desk/entries/${entry}/version`)).json().version;
    const before = await version();
    await desk.patch(`/desk/entries/${entry}`, { comment: 'Rappeler' });
    assert.ok((await version()) > before);
    assert.equal(await version(), (await desk.get(`/desk/entries/${entry}`)).json().version);
    assert.equal(await number(service.database, "select count(*) from audit where action = 'read'"), 1);
    await service.close();
  });
});
