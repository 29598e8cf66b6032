import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { AuditLine } from '../../test/fixtures/audit-lines.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';

interface Trail {
  readonly data: AuditLine[];
  readonly total: { count: number; exact: boolean };
  readonly next: string | null;
  readonly previous: string | null;
}

onSqlite('the audit trail', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine, { TRUSTED_PROXIES: '127.0.0.1/32' });
  });
  afterEach(() => service.close());

  const read = async (desk: Desk, query = ''): Promise<Trail> => {
    const answer = await desk.get(`/desk/audit?${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const acts = async (desk: Desk, query: string) =>
    (await read(desk, query)).data.map(({ action, subject }) => `${action} ${subject ?? ''}`.trim());

  it('the trail tells who did what, when and from where, newest first', async () => {
    const desk = await signIn(service);
    const begun = service.clock.now;
    service.clock.now = new Date(begun.getTime() + 1_000);
    await service.app.inject({
      method: 'PATCH',
      url: '/desk/callers/1',
      payload: { name: 'Site' },
      headers: { ...desk.headers, 'x-forwarded-for': '192.0.2.7' },
    });
    const { data, total, next, previous } = await read(desk);
    assert.deepEqual([total, next, previous], [{ count: 2, exact: true }, null, null]);
    const line = { userId: desk.userId, author: desk.email, subject: null, subjectId: null, name: null };
    assert.partialDeepStrictEqual(data, [
      {
        ...{ ...line, at: service.clock.now.toISOString(), address: '192.0.2.7', action: 'changed' },
        ...{ subject: 'caller', subjectId: 1, detail: { changed: ['name'], name: 'Site' } },
      },
      { ...line, at: begun.toISOString(), address: '127.0.0.1', action: 'signed-in', detail: {} },
    ]);
    // Reading the trail is no act, and what failed left no line.
    assertFailure(await desk.patch('/desk/callers/99', { name: 'x' }), 404, 'NOTFOUND');
    assert.equal((await read(desk)).total.count, 2);
  });

  it('the trail is searched by user, act, subject and time', async () => {
    const desk = await signIn(service);
    const other = await signIn(service);
    for (const n of [1, 2, 3]) {
      service.clock.now = new Date(service.clock.now.getTime() + 10 * 60_000);
      await (n === 2 ? other : desk).patch('/desk/callers/1', { name: `Site ${n}` });
    }
    await desk.post('/desk/partners', { slug: 'x' });
    await service.post('/desk/session', { email: other.email, password: 'wrong' }, desk.headers);
    assert.deepEqual(await acts(desk, `userId=${other.userId}`), [
      'sign-in-failed',
      'changed caller',
      'signed-in',
    ]);
    assert.deepEqual(await acts(desk, 'action=sign-in-failed'), ['sign-in-failed']);
    assert.equal((await acts(desk, 'subject=caller&subjectId=1')).length, 3);
    assert.deepEqual(await acts(desk, 'subject=caller&subjectId=2'), []);
    assert.deepEqual(await acts(desk, `subject=caller&userId=${other.userId}&action=changed`), [
      'changed caller',
    ]);
    assert.deepEqual(await acts(desk, 'subject=partner'), ['added partner']);
    assert.equal((await acts(desk, 'from=2026-03-04T09:20:00Z&to=2026-03-04T10:20:00%2B01:00')).length, 1);
    assert.equal((await acts(desk, 'from=2026-03-04T09:20:00.001Z')).length, 3);
    assert.deepEqual(await acts(desk, 'from=2026-03-05'), []);
    assert.equal((await read(desk, 'to=2026-03-04')).total.count, 0);
    for (const [wrong, expected] of [
      ['action=dropped', /^action: expected one of signed-in/],
      ['from=2026-13-01', /^from: expected a moment/],
      [`after=${Buffer.from('["2026-03-04",1]').toString('base64url')}`, /^after: expected a cursor/],
    ] as const) {
      assertFailure(await desk.get(`/desk/audit?${wrong}`), 400, 'INVALID', expected);
    }
  });

  it('lines about an entry name the person while that may be read', async () => {
    const desk = await signIn(service);
    const officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const [id, other] = [
      await send(service, 'a', { firstNameClient: 'Odette', lastNameClient: 'Garnier' }),
      await send(service, 'b', { lastNameClient: 'Durand' }),
    ];
    await desk.get(`/desk/entries/${id}`);
    await desk.get(`/desk/entries/${other}`);
    // Another subject with the same number.
    await desk.patch(`/desk/callers/1`, { name: 'Site' });
    const named = async (reader: Desk) =>
      (await read(reader, `entryId=${id}`)).data.map(({ subject, subjectId, name }) => [
        subject,
        subjectId,
        name,
      ]);
    for (const reader of [desk, officer])
      assert.deepEqual(await named(reader), [['entry', id, 'Odette Garnier']]);
    const limitation = { kind: 'limitation', reason: 'Contestée', until: '2026-06-01' };
    assert.equal((await officer.post(`/desk/privacy/entries/${id}/holds`, limitation)).statusCode, 200);
    assert.ok((await named(desk)).every(([, , name]) => name === null));
  });

  it('pages of the trail follow one another, within one instant too', async () => {
    const desk = await signIn(service);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      if (n === 4) service.clock.now = new Date(service.clock.now.getTime() + 1);
      await desk.patch('/desk/callers/1', { name: `Site ${n}` });
    }
    const whole = (await read(desk, 'action=changed')).data.map(({ detail }) => detail.name);
    assert.deepEqual(whole, ['Site 6', 'Site 5', 'Site 4', 'Site 3', 'Site 2', 'Site 1']);
    const names = ({ data }: Trail) => data.map(({ detail }) => detail.name);
    const first = await read(desk, 'action=changed&limit=4');
    const second = await read(desk, `action=changed&limit=4&after=${first.next}`);
    assert.deepEqual([...names(first), ...names(second), second.next], [...whole, null]);
    const back = await read(desk, `action=changed&limit=4&before=${second.previous}`);
    assert.deepEqual([back.data, back.previous, second.total.count], [first.data, null, 6]);
  });
});
