import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { erase, openOfficer } from '../../../test/fixtures/privacy.ts';
import { confirmRules, runNow } from '../../../test/fixtures/retention.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';

interface Coming {
  readonly data: readonly { readonly id: number; readonly rule: string; readonly erasedOn: string }[];
  readonly total: number;
}

onSqlite('what retention will erase soon', (engine) => {
  let service: TestService;
  let start: number;
  before(async () => {
    service = await startService(engine);
    start = service.clock.now.getTime();
    await confirmRules(service);
  });
  after(() => service.close());

  const survey = (establishmentId: number) =>
    [`etablissement/${establishmentId}/survey/create`, '&type=survey.type.survey'] as const;
  const atDay = (days: number) => {
    service.clock.now = new Date(start + days * dayMs);
  };
  const dayAfter = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10);
  const direction = (establishmentId: number | null) =>
    signIn(service, [{ role: 'direction', establishmentId }]);
  const coming = async (desk: Desk, query = '') => {
    const { data, total } = await ok<Coming>(desk.get(`/desk/retention/coming${query}`));
    assert.equal(total, data.length);
    return data.map(({ id, rule, erasedOn }) => ({ id, rule, erasedOn }));
  };
  const onToday = async (desk: Desk) => (await desk.get('/desk/today')).json().retentionComing;

  it('what retention has hidden is listed to direction of the residence, who can keep it', async () => {
    const opinion = await send(service, 'opinion', {}, ...survey(3));
    const presumed = await send(service, 'presumed', {}, 'etablissement/5/commercial/create');
    await execute(service.database, `update entries set spam = 1, suspicion = 'trap' where id = ${presumed}`);
    atDay(1);
    const later = await send(service, 'later', {}, ...survey(3));
    const asked = await send(service, 'asked', {}, ...survey(3));
    await erase(await openOfficer(service), asked);
    atDay(365);
    await runNow(service);
    assert.deepEqual(await coming(await direction(null)), []);

    atDay(366);
    await runNow(service);
    const first = { id: opinion, rule: 'satisfaction', erasedOn: dayAfter(373) };
    const second = { id: presumed, rule: 'presumed-spam', erasedOn: dayAfter(373) };
    const everywhere = await direction(null);
    assert.deepEqual(await coming(everywhere), [first, second]);
    assert.deepEqual(await coming(everywhere, '?establishmentId=5'), [second]);
    assert.deepEqual(await onToday(everywhere), { count: 2, firstOn: dayAfter(373) });
    const [ofThree, ofFive] = [await direction(3), await direction(5)];
    assert.deepEqual(await coming(ofThree), [first]);
    assert.deepEqual(await coming(ofFive, '?establishmentId=3'), []);
    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    assert.equal((await commercial.get('/desk/retention/coming')).statusCode, 403);
    assert.equal(await onToday(commercial), null);

    const keep = (desk: Desk, id: number) => desk.post(`/desk/retention/coming/${id}/keep`);
    for (const id of [opinion, later]) assertFailure(await keep(ofFive, id), 404, 'NOTFOUND');
    await ok(keep(ofThree, opinion));
    await ok(ofThree.get(`/desk/entries/${opinion}`));
    assertFailure(await keep(ofThree, opinion), 404, 'NOTFOUND');
    atDay(367);
    await runNow(service);
    assert.deepEqual(await coming(await direction(null)), [
      second,
      { id: later, rule: 'satisfaction', erasedOn: dayAfter(374) },
    ]);
  });
});
