import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { onOneEngine, startService } from '../../test/fixtures/service.ts';

/** What each place offers to call. */
async function offered(desk: Desk) {
  const { data } = (await desk.get('/desk/entries?kind=commercial')).json();
  const agenda = (await desk.get('/desk/agenda?from=2026-03-02&to=2026-03-08')).json();
  const csv = (await desk.get('/desk/entries.csv?kind=commercial')).body;
  const { wrongNumbers } = (await desk.get('/desk/entries/1')).json();
  assert.equal(agenda.data[0].phone, data[0].contact.phone, 'in the agenda as in lists');
  return { phone: data[0].contact.phone, name: data[0].contact.name, csv, wrongNumbers };
}

onOneEngine('wrong numbers', (engine) => {
  it('a number that a call found wrong is offered nowhere', async () => {
    const service = await startService(engine);
    after(() => service.close());
    const desk = await signIn(service);
    await ok(
      desk.post('/desk/entries', {
        establishmentId: 5,
        type: 'commercial.type.phone',
        // The daughter's number stands on both.
        fields: { lastNameClient: 'Petit', phoneClient: '0639986001', cellphoneClient: '02 61 91 60 03' },
        relations: [{ lastName: 'Martin', cellphone: '06 39 98 60 01 ou 06 39 98 60 02' }],
        actions: [{ date: '2026-03-06', time: '10:00', stage: 'Visite', done: false }],
      }),
    );
    const wrong = async () => {
      const call = { date: '2026-03-04', time: '10:00', outcome: 'wrong-number', done: true };
      await ok(desk.patch('/desk/entries/1', { actions: [call] }));
    };
    assert.partialDeepStrictEqual(await offered(desk), {
      phone: '06 39 98 60 01 ou 06 39 98 60 02',
      wrongNumbers: [],
    });
    await wrong();
    const second = await offered(desk);
    assert.partialDeepStrictEqual(second, { name: 'Martin', phone: '06 39 98 60 02' });
    assert.deepEqual(second.wrongNumbers, ['06 39 98 60 01', '0639986001']);
    assert.match(second.csv, /06\.39\.98\.60\.02/);
    await wrong();
    assert.partialDeepStrictEqual(await offered(desk), { name: 'Petit', phone: '02 61 91 60 03' });
    await wrong();
    const none = await offered(desk);
    assert.partialDeepStrictEqual(none, { name: 'Martin', phone: 'mauvais numéro' });
    assert.doesNotMatch(none.csv, /60.?0[123]/);
    service.clock.now = new Date('2026-03-04T09:10:00.000Z');
    await ok(desk.patch('/desk/entries/1', { relations: [{ position: 0, cellphone: '06 39 98 60 04' }] }));
    assert.partialDeepStrictEqual(await offered(desk), { phone: '06 39 98 60 04', wrongNumbers: [] });
  });
});
