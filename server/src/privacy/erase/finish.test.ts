// What happens to erased entries later: their customId goes, and the whole entry where nothing counts it.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import { erase, openOfficer } from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { recountContacts } from '../../entries/funnel/recount-contacts.ts';
import { expireErasures } from './erase-due.ts';

onSqlite('erased entries', (engine) => {
  let service: TestService;
  let staff: Desk;
  let officer: Desk;
  beforeEach(async () => {
    service = await startService(engine);
    [staff, officer] = [await signIn(service), await openOfficer(service)];
  });
  afterEach(() => service.close());

  const pass = (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };
  const night = () => expireErasures(service.database, service.clock.now);
  const isFound = async (customId: string) => {
    const answer = await service.get(`/fr/customId/${customId}?${service.query}`);
    if (answer.statusCode !== 200) assertFailure(answer, 404, 'NORESULT');
    return answer.statusCode === 200;
  };

  it('an erased entry is found by its caller until 30 days after the last endpoint was told', async () => {
    await newEndpoint(service);
    await newEndpoint(service, 'https://two.example.org/', ['result']);
    await erase(officer, await send(service, 'a'));
    pass(60 * dayMs);
    assert.equal(await night(), 0);
    const end = (which: string) =>
      execute(
        service.database,
        `update outbox set state = 'delivered', next_at = null, finished_at = '${service.clock.now.toISOString()}'
         where id = (select ${which}(id) from outbox where event = 'erased')`,
      );
    await end('min');
    pass(40 * dayMs);
    assert.equal(await night(), 0, 'the other endpoint still waits');
    await end('max');
    pass(30 * dayMs - 1);
    assert.equal(await night(), 0);
    assert.equal(await isFound('a'), true);
    pass(1);
    assert.equal(await night(), 1);
    assert.equal(await isFound('a'), false);
    assert.equal(await number(service.database, 'select count(*) from outbox'), 0);
    assert.deepEqual(await rows(service.database, 'select custom_id, restriction from entries'), [
      { custom_id: null, restriction: 'erased' },
    ]);
    assert.deepEqual(await recountContacts(service.database.read), []);
    assert.equal(await night(), 0);
  });

  it('an erased entry waits half a year for an endpoint that stays off', async () => {
    const { id: endpoint } = await newEndpoint(service);
    const id = await send(service, 'a');
    await execute(service.database, `update endpoints set state = 'off' where id = ${endpoint}`);
    await erase(officer, id);
    pass(183 * dayMs - 1);
    assert.equal(await night(), 0);
    assert.equal(await isFound('a'), true);
    pass(1);
    assert.equal(await night(), 1);
    assert.equal(await isFound('a'), false);
    assert.equal(await number(service.database, 'select count(*) from outbox'), 0);
  });

  it('without an endpoint the next night forgets the customId, or all of what nothing counts', async () => {
    const cv = { content: Buffer.from('%PDF-1.4 small').toString('base64') };
    const application = await send(service, 'cv', { etablissementId: 3, cv }, 'announcement/postuler');
    const [spam, keptSpam, duplicate] = [
      await send(service, 'spam'),
      await send(service, 'kept'),
      await send(service, 'duplicate'),
    ];
    await ok(staff.post(`/desk/entries/${duplicate}/duplicate`, { of: keptSpam }));
    for (const id of [spam, keptSpam]) await ok(staff.post(`/desk/entries/${id}/spam`, { spam: true }));
    const test = await send(service, 'test', {}, undefined, '&test=1');
    const counted = [await send(service, 'survey', {}, 'etablissement/3/survey/create')];
    // More than are finished with in one transaction.
    for (let i = 0; i < 21; i++) counted.push(await send(service, `lead-${i}`));
    const erased = [application, spam, keptSpam, test, ...counted];
    await erase(officer, ...erased);
    assert.equal(await night(), erased.length);
    const left = await rows(service.database, 'select id, custom_id as "customId" from entries order by id');
    assert.deepEqual(left, [
      { id: keptSpam, customId: null },
      { id: duplicate, customId: 'duplicate' },
      ...counted.map((id) => ({ id, customId: null })),
    ]);
    assert.equal(await number(service.database, `select count(*) from history where entry_id = ${spam}`), 0);
    const ledger = await number(service.database, 'select count(*) from erasures');
    assert.equal(ledger, erased.length, 'the ledger outlives them');
    assert.deepEqual(await recountContacts(service.database.read), []);
  });
});
