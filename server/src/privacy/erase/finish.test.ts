// What happens to erased entries later: their customId goes, and the whole entry where nothing counts it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { lookUp, send } from '../../../test/fixtures/entry-events.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import { erase, openOfficer } from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { recountContacts } from '../../entries/funnel/recount-contacts.ts';
import { expireErasures } from './finish.ts';

onSqlite('erased entries', (engine) => {
  async function opened(): Promise<{ service: TestService; staff: Desk; officer: Desk }> {
    const service = await startService(engine);
    return { service, staff: await signIn(service), officer: await openOfficer(service) };
  }
  const pass = (service: TestService, ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };
  const night = ({ database, clock }: TestService) => expireErasures(database, clock.now);

  it('are found by their caller until 30 days after the last endpoint was told', async () => {
    const { service, officer } = await opened();
    await newEndpoint(service);
    await newEndpoint(service, 'https://two.example.org/', ['result']);
    const id = await send(service, 'a');
    await erase(officer, id);
    pass(service, 60 * dayMs);
    assert.equal(await night(service), 0);
    const end = (which: string) =>
      execute(
        service.database,
        `update outbox set state = 'delivered', next_at = null, finished_at = '${service.clock.now.toISOString()}'
         where id = (select ${which}(id) from outbox where event = 'erased')`,
      );
    await end('min');
    pass(service, 40 * dayMs);
    assert.equal(await night(service), 0, 'the other endpoint still waits');
    await end('max');
    pass(service, 30 * dayMs - 1);
    assert.equal(await night(service), 0);
    assert.deepEqual((await lookUp(service, 'a')).data.id, id);
    pass(service, 1);
    assert.equal(await night(service), 1);
    assertFailure(await service.get(`/fr/customId/a?${service.query}`), 404, 'NORESULT');
    assert.equal(await number(service.database, 'select count(*) from outbox'), 0);
    assert.deepEqual(await rows(service.database, 'select custom_id, restriction from entries'), [
      { custom_id: null, restriction: 'erased' },
    ]);
    assert.deepEqual(await recountContacts(service.database.read), []);
    assert.equal(await night(service), 0);
    await service.close();
  });

  it('are finished with after half a year where an endpoint stays off', async () => {
    const { service, officer } = await opened();
    const { id: endpoint } = await newEndpoint(service);
    const id = await send(service, 'a');
    await execute(service.database, `update endpoints set state = 'off' where id = ${endpoint}`);
    await erase(officer, id);
    pass(service, 183 * dayMs - 1);
    assert.equal(await night(service), 0);
    assert.deepEqual((await lookUp(service, 'a')).data.id, id);
    pass(service, 1);
    assert.equal(await night(service), 1);
    assertFailure(await service.get(`/fr/customId/a?${service.query}`), 404, 'NORESULT');
    assert.equal(await number(service.database, 'select count(*) from outbox'), 0);
    await service.close();
  });

  it('are finished with in the next night where the caller has no endpoint', async () => {
    const { service, officer } = await opened();
    const ids = [];
    for (let i = 0; i < 45; i++) ids.push(await send(service, `a-${i}`));
    const other = await send(service, 'other');
    await erase(officer, ...ids);
    assert.equal(await night(service), 45);
    assert.deepEqual(await rows(service.database, 'select id from entries where custom_id is not null'), [
      { id: other },
    ]);
    await service.close();
  });

  it('are deleted whole where nothing counts them: applications, spam, tests', async () => {
    const { service, staff, officer } = await opened();
    const cv = { content: Buffer.from('%PDF-1.4 small').toString('base64') };
    const application = await send(service, 'cv', { etablissementId: 3, cv }, 'announcement/postuler');
    const spam = await send(service, 'spam');
    assert.equal((await staff.post(`/desk/entries/${spam}/spam`, { spam: true })).statusCode, 200);
    const test = await send(service, 'test', {}, undefined, '&test=1');
    const survey = await send(service, 'survey', {}, 'etablissement/3/survey/create');
    const lead = await send(service, 'lead');
    const keptSpam = await send(service, 'kept');
    const duplicate = await send(service, 'duplicate');
    await staff.post(`/desk/entries/${duplicate}/duplicate`, { of: keptSpam });
    assert.equal((await staff.post(`/desk/entries/${keptSpam}/spam`, { spam: true })).statusCode, 200);
    await erase(officer, application, spam, test, survey, lead, keptSpam);
    await night(service);
    const left = await rows<{ id: number }>(service.database, 'select id from entries order by id');
    assert.deepEqual(
      left.map(({ id }) => id),
      [survey, lead, keptSpam, duplicate],
    );
    assert.equal(await number(service.database, `select count(*) from history where entry_id = ${spam}`), 0);
    const ledger = await rows(service.database, 'select entry_id from erasures order by id');
    assert.equal(ledger.length, 6, 'the ledger outlives them');
    assert.deepEqual(await recountContacts(service.database.read), []);
    await service.close();
  });
});
