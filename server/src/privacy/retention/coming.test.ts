import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { openOfficer } from '../../../test/fixtures/privacy.ts';
import { confirmRules, runNow } from '../../../test/fixtures/retention.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
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
  /** What the preview says becomes due, of the rules that erase entries. */
  const previewed = async () => {
    const officer = await openOfficer(service);
    const { rules } = (await officer.get('/desk/privacy/retention/preview')).json<{
      rules: { name: string; next30Days: number }[];
    }>();
    const erasing = ['prospect', 'admission', 'presumed-spam', 'application', 'complaint', 'satisfaction'];
    return rules
      .filter(({ name }) => erasing.includes(name))
      .reduce((sum, { next30Days }) => sum + next30Days, 0);
  };

  it('what is to be erased is listed 30 days before, to direction of the residence alone', async () => {
    const opinion = await send(service, 'opinion', {}, ...survey(3));
    const presumed = await send(service, 'presumed', {}, 'etablissement/5/commercial/create');
    await execute(service.database, `update entries set spam = 1, suspicion = 'trap' where id = ${presumed}`);
    atDay(1);
    const later = await send(service, 'later', {}, ...survey(3));
    atDay(335);
    await runNow(service);
    assert.deepEqual(await coming(await direction(null)), []);
    assert.equal(await previewed(), 0);

    atDay(337);
    const spam = await send(service, 'spam');
    await ok((await signIn(service)).post(`/desk/entries/${spam}/spam`, { spam: true }));
    await runNow(service);
    const first = { id: opinion, rule: 'satisfaction', erasedOn: dayAfter(366) };
    const second = { id: presumed, rule: 'presumed-spam', erasedOn: dayAfter(366) };
    const third = { id: later, rule: 'satisfaction', erasedOn: dayAfter(367) };
    const everywhere = await direction(null);
    assert.deepEqual(await coming(everywhere), [first, second, third]);
    assert.equal(await previewed(), 3);
    assert.deepEqual(await coming(everywhere, '?establishmentId=5'), [second]);
    assert.deepEqual(await onToday(everywhere), { count: 3, firstOn: dayAfter(366) });
    const [ofThree, ofFive] = [await direction(3), await direction(5)];
    assert.deepEqual(await coming(ofThree), [first, third]);
    assert.deepEqual(await coming(ofFive), [second]);
    assert.deepEqual(await coming(ofFive, '?establishmentId=3'), []);
    assert.deepEqual(await onToday(ofFive), { count: 1, firstOn: dayAfter(366) });
    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    assert.equal((await commercial.get('/desk/retention/coming')).statusCode, 403);
    assert.equal(await onToday(commercial), null);

    const litigation = { kind: 'hold', reason: 'Litige en cours', until: '2030-01-01' };
    const officer = await openOfficer(service);
    await ok(officer.post(`/desk/privacy/entries/${opinion}/holds`, litigation));
    assert.deepEqual(await coming(ofThree), [third], 'a hold takes it off at once');
    atDay(366);
    assert.deepEqual(await runNow(service), { 'presumed-spam': 1 });
    assert.deepEqual(await coming(await direction(null)), [third]);
    atDay(367);
    assert.deepEqual(await runNow(service), { satisfaction: 1 });
    assert.deepEqual(await coming(await direction(null)), []);
  });
});
