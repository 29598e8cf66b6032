import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { administrator, type Desk, signIn } from '../../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../../test/fixtures/entry-events.ts';
import { execute, number } from '../../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../../test/fixtures/service.ts';

onBothEngines('proof of a request', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine, { BACKUP_DAYS: '10' });
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Canary Officer');
    staff = await signIn(service, [administrator]);
  });
  after(() => service.close());

  it('says what was found, done and refused, who knows, which exports had it, and until when backups do', async () => {
    const person = { firstNameClient: 'Canary', comment: 'Canary', phoneClient: '06 39 98 77 77' };
    const done = await send(service, 'done', person);
    const refused = await send(service, 'refused', person);
    await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Canary' });
    const orientation = await number(service.database, 'select max(id) from entries');
    const csv = await staff.get('/desk/entries.csv?kind=commercial');
    assert.equal(csv.statusCode, 200);
    await staff.get('/desk/entries.csv?kind=survey');

    const request = { kind: 'erasure', person: 'Canary Martin', receivedOn: '2026-03-01', channel: 'letter' };
    const requestId = (await officer.post('/desk/privacy/requests', request)).json().id;
    const path = `/desk/privacy/requests/${requestId}`;
    await officer.patch(path, { identityCheck: 'Canary rappelée' });
    await officer.post(`${path}/entries`, { entryIds: [done, refused, orientation] });
    await officer.post(`/desk/privacy/entries/${refused}/holds`, {
      kind: 'hold',
      reason: 'Canary',
      until: '2026-12-31',
    });
    await officer.patch(`${path}/entries/${refused}`, { state: 'refused', reason: 'Litige en cours' });
    assert.equal((await officer.get(`${path}/export.zip`)).statusCode, 200);
    for (const id of [done, orientation]) {
      const { digest } = (await officer.post('/desk/privacy/erasures/plan', { entryIds: [id] })).json();
      const erased = await officer.post('/desk/privacy/erasures', {
        entryIds: [id],
        digest,
        word: 'EFFACER',
        requestId,
      });
      assert.equal(erased.json().erased, 1);
    }
    service.clock.now = new Date('2026-03-04T09:10:00.000Z');
    await staff.get('/desk/entries.csv?kind=survey');
    await officer.patch(path, { decision: 'partial', ground: 'Litige en cours', close: true });

    const proof = (await officer.get(`${path}/proof`)).json();
    assert.deepEqual(proof.request, {
      number: requestId,
      kind: 'erasure',
      channel: 'letter',
      receivedOn: '2026-03-01',
      dueOn: '2026-04-01',
      extended: false,
      decision: 'partial',
      ground: 'Litige en cours',
      closedAt: '2026-03-04T09:10:00.000Z',
    });
    assert.equal(proof.found, 3);
    assert.deepEqual(
      proof.entries.map(({ entryId, state, reason, hold, erasures }: Record<string, unknown[]>) => [
        entryId,
        state,
        reason,
        hold,
        erasures?.length,
      ]),
      [
        [done, 'done', null, null, 1],
        [refused, 'refused', 'Litige en cours', { kind: 'hold', until: '2026-12-31' }, 0],
        [orientation, 'done', null, null, 1],
      ],
    );
    const recipient = 'receiver.example.org';
    assert.deepEqual(proof.told, [{ entryId: done, recipient, event: 'erased', state: 'pending', at: null }]);
    assert.deepEqual(proof.toTell, [{ entryId: orientation, recipient: 'partner', why: 'no-webhook' }]);
    assert.deepEqual(
      proof.exports.map(({ what, kind, count }: Record<string, unknown>) => [what, kind, count]),
      [
        ['request', null, 3],
        ['list', 'commercial', 3],
      ],
    );
    assert.deepEqual(proof.backups, { days: 10, until: '2026-03-14' });
    assert.deepEqual(
      proof.steps.map(({ step }: { step: string }) => step),
      ['received', 'identity', 'linked', 'changed', 'exported', 'erased', 'erased', 'decided', 'closed'],
    );

    const page = await officer.get(`${path}/proof.html`);
    assert.match(page.body, /<html lang="fr">/);
    assert.match(page.body, /Litige en cours jusqu’au 31\/12\/2026/);
    assert.match(page.body, /au plus tard le 14\/03\/2026/);
    for (const text of [JSON.stringify(proof), page.body])
      assert.ok(!/canary|639987777/i.test(text), 'the proof names the person');
  });

  it('lists a delivery that failed among those to be told by letter', async () => {
    const id = await send(service, 'failed', { commercialrelations: [{ firstName: 'Canary' }] });
    const request = { kind: 'rectification', person: 'X', receivedOn: '2026-03-04', channel: 'mail' };
    const requestId = (await officer.post('/desk/privacy/requests', request)).json().id;
    await officer.patch(`/desk/privacy/entries/${id}`, { requestId, comment: 'Juste' });
    const proof = async () => (await officer.get(`/desk/privacy/requests/${requestId}/proof`)).json();
    assert.deepEqual([(await proof()).told.length, (await proof()).toTell], [1, []]);
    await execute(
      service.database,
      `update outbox set state = 'failed', next_at = null, finished_at = '2026-03-04T09:10:00.000Z' where entry_id = ${id}`,
    );
    const { told, toTell, backups } = await proof();
    assert.deepEqual(told[0].state, 'failed');
    assert.deepEqual(toTell, [{ entryId: id, recipient: 'receiver.example.org', why: 'failed' }]);
    assert.equal(backups.until, null);
  });

  it('lists the caller of an entry without webhooks', async () => {
    const answer = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
      firstNameClient: 'Canary',
    });
    assert.equal(answer.statusCode, 200);
    const id = await number(service.database, 'select max(id) from entries');
    const request = { kind: 'rectification', person: 'X', receivedOn: '2026-03-04', channel: 'mail' };
    const requestId = (await officer.post('/desk/privacy/requests', request)).json().id;
    await officer.patch(`/desk/privacy/entries/${id}`, { requestId, fields: { firstNameClient: 'Simone' } });
    const { toTell } = (await officer.get(`/desk/privacy/requests/${requestId}/proof`)).json();
    assert.deepEqual(toTell, [{ entryId: id, recipient: 'site', why: 'no-webhook' }]);
  });
});
