import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { openRequest } from '../../../test/fixtures/privacy.ts';
import { confirmRules, runNow } from '../../../test/fixtures/retention.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('objections to being contacted', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    staff = await signIn(service, [administrator]);
  });
  after(() => service.close());

  const object = async (body: object) => {
    return (await ok<{ ids: number[] }>(officer.post('/desk/privacy/objections', body))).ids;
  };
  const objectedOn = async (entryId: number) => {
    const { objection, relations } = (await staff.get(`/desk/entries/${entryId}`)).json();
    return (objection ?? relations[0]?.objection)?.on ?? null;
  };
  const list = async () => (await officer.get('/desk/privacy/objections')).json().data;

  it('an objection shows on the entries of its person, also new ones', async () => {
    const byPhone = await send(service, 'phone', { phoneClient: '06.39.98.12.34' });
    const other = await send(service, 'other', { phoneClient: '06 39 98 12 35' });
    assert.equal(await objectedOn(byPhone), null);
    await object({
      phone: '+33 6 39 98 12 34',
      email: 'Claire.Martin@Example.org',
      objectedOn: '2026-03-01',
    });
    const byEmail = await send(service, 'email', {
      commercialrelations: [{ email: 'claire.martin@example.org' }],
    });
    assert.deepEqual(
      [await objectedOn(byPhone), await objectedOn(byEmail), await objectedOn(other)],
      ['2026-03-01', '2026-03-01', null],
    );
  });

  it('objections are stored as keyed hashes alone', async () => {
    await object({ phone: '06 39 98 77 77', email: 'marc@example.org' });
    const stored = JSON.stringify(await rows(service.database, 'select * from objections'));
    const audit = JSON.stringify(
      await rows(service.database, "select detail from audit where subject = 'objection'"),
    );
    for (const text of [stored, audit]) assert.ok(!/639987777|0639987777|marc|example/.test(text), text);
    // No log either.
    assert.ok(!/639987777|marc@/.test(service.log.join('\n')));
  });

  it('an objection noted again keeps the later day, and its request', async () => {
    const requestId = await openRequest(officer, []);
    const phone = '06 39 98 45 45';
    const [id] = await object({ phone, requestId, objectedOn: '2026-03-02' });
    const { steps } = (await officer.get(`/desk/privacy/requests/${requestId}`)).json();
    assert.equal(steps.at(-1).step, 'objected');
    await object({ phone, objectedOn: '2026-02-01' });
    const known = async () => {
      const { id, objectedOn, requestId } = (await list())[1];
      return [id, objectedOn, requestId];
    };
    assert.deepEqual(await known(), [id, '2026-03-02', requestId]);
    await object({ phone, objectedOn: '2026-03-03' });
    assert.deepEqual(await known(), [id, '2026-03-03', requestId]);
  });

  it('an objection of nobody, or of a wrong day, is refused', async () => {
    for (const [field, body] of [
      ['body', {}],
      ['body', { objectedOn: '2026-03-01' }],
      ['phone', { phone: '123' }],
      ['phone', { phone: 'aucun' }],
      ['email', { email: 'claire' }],
      ['objectedOn', { phone: '0639981234', objectedOn: '2027-01-01' }],
      ['objectedOn', { phone: '0639981234', objectedOn: '2020-01-01' }],
      ['more', { phone: '0639981234', more: 1 }],
    ] as const)
      assertFailure(
        await officer.post('/desk/privacy/objections', body),
        400,
        'INVALID',
        new RegExp(`^${field}:`),
      );
    assertFailure(
      await officer.post('/desk/privacy/objections', { phone: '0639981234', requestId: 999_999 }),
      404,
      'NOTFOUND',
    );
  });

  it('objections are found by phone number or e-mail address alone', async () => {
    const ids = await object({ phone: '06 39 98 66 66', objectedOn: '2026-03-01' });
    const find = async (body: object) =>
      (await ok<{ data: unknown[] }>(officer.post('/desk/privacy/objections/find', body))).data;
    const nowhere = { requestId: null, entryId: null, person: null, kinship: null };
    const found = ids
      .map((id, i) => ({
        id,
        kind: ['phone', 'sms'][i],
        objectedOn: '2026-03-01',
        expiresOn: null,
        ...nowhere,
      }))
      .toReversed();
    assert.deepEqual(await find({ phone: '+33639986666' }), found);
    assert.deepEqual(await find({ phone: '0639986666', email: 'nobody@example.org' }), found);
    assert.deepEqual(await find({ phone: '0639986667' }), []);
    for (const [body, field] of [
      [{}, /^body:/],
      [{ phone: '123' }, /^phone:/],
    ] as const)
      assertFailure(await officer.post('/desk/privacy/objections/find', body), 400, 'INVALID', field);
  });

  it('an objection ends with its retention rule, or by a change of mind', async () => {
    const entryId = await send(service, 'ends', { phoneClient: '06 39 98 55 55' });
    const [id] = await object({ phone: '06 39 98 55 55', objectedOn: '2023-03-05' });
    const expiryOf = async () => (await list()).find((one: { id: number }) => one.id === id)?.expiresOn;
    // A rule that is not confirmed ends none.
    assert.equal(await expiryOf(), null);
    await confirmRules(service);
    assert.equal(await expiryOf(), '2026-03-04');
    const putOff = { days: 3 * 365 + 1 };
    await ok(officer.patch('/desk/privacy/retention/objection', putOff));
    assert.equal(await expiryOf(), '2026-03-05');
    // A day that the rule keeps no longer.
    assertFailure(
      await officer.post('/desk/privacy/objections', { phone: '0639985555', objectedOn: '2023-03-03' }),
      400,
      'INVALID',
      /^objectedOn:/,
    );
    await runNow(service);
    assert.equal(await objectedOn(entryId), '2023-03-05');
    service.clock.now = new Date('2026-03-06T09:00:00.000Z');
    // Their sessions have ended.
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    staff = await signIn(service, [administrator]);
    await runNow(service);
    assert.equal(await objectedOn(entryId), null);
    const [again, sms] = await object({ phone: '0639985555' });
    // It is renewed, and remains one.
    assert.deepEqual(await object({ phone: '0639985555' }), [again, sms]);
    await ok(officer.post(`/desk/privacy/objections/${sms}/end`));
    assert.equal(await objectedOn(entryId), '2026-03-06');
    assert.equal((await officer.post(`/desk/privacy/objections/${again}/end`)).statusCode, 200);
    assert.equal(await objectedOn(entryId), null);
    assertFailure(await officer.post(`/desk/privacy/objections/${again}/end`), 404, 'NOTFOUND');
  });
});
