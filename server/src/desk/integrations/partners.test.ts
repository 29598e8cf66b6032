import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { untilNotified } from '../../../test/fixtures/change-notifications.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('partners at the desk', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  /** The newest act of this user. */
  const audited = async (act: string, detail: object) =>
    assert.deepEqual(await lastAct(service, desk), [act, detail]);

  it('partners are added with a token, get others, and lose them', async () => {
    const call = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await service.post('/appli/other/test', undefined, headers)).statusCode;
    };
    const seen = <T>(change: () => Promise<T>) => untilNotified(service.database, 'access', change);
    const { id, slug, tokenId, token } = (
      await seen(() => desk.post('/desk/partners', { slug: 'other' }))
    ).json();
    assert.equal(slug, 'other');
    await audited(`added partner ${id}`, { slug: 'other' });
    assert.equal(await call(token), 200);

    const second = (
      await seen(() => desk.post(`/desk/partners/${id}/tokens`, { until: '2026-03-04' }))
    ).json();
    assert.equal(second.until, '2026-03-04');
    await audited(`added token ${second.id}`, { partnerId: id, until: '2026-03-04' });
    assert.equal(await call(second.token), 200);
    await seen(() => desk.delete(`/desk/tokens/${tokenId}`));
    await audited(`removed token ${tokenId}`, {});
    assert.equal(await call(token), 401);
    assertFailure(await desk.delete(`/desk/tokens/${tokenId}`), 404, 'NOTFOUND', /no token/);

    const list = await desk.get('/desk/partners');
    for (const secret of [token, second.token]) assert.ok(!list.body.includes(secret));
    const now = service.clock.now.toISOString();
    assert.partialDeepStrictEqual(list.json().data[1], {
      ...{ id, slug: 'other' },
      tokens: [
        { id: tokenId, revokedAt: now, label: null, lastUsedOn: null },
        { id: second.id, until: '2026-03-04', createdAt: now, revokedAt: null },
      ],
    });
    assert.equal((await desk.patch(`/desk/tokens/${second.id}`, { label: 'Portail' })).statusCode, 200);
  });

  it('a slug or a last day that can’t be is refused with its field', async () => {
    for (const [slug, expected] of [
      ['partner', /^A partner partner is already there$/],
      ['../etc', /^A slug has/],
    ] as const) {
      assertFailure(await desk.post('/desk/partners', { slug }), 400, 'INVALID', expected);
    }
    const token = (body: unknown, id = 1) => desk.post(`/desk/partners/${id}/tokens`, body);
    assertFailure(await token({ until: '2026-03-03' }), 400, 'INVALID', /^until: expected today/);
    assertFailure(await token({ until: '2026-02-30' }), 400, 'INVALID', /^until: expected a day that exists/);
    assertFailure(await token({ until: null }, 99), 404, 'NOTFOUND', /no partner 99/);
    assert.equal((await token({ until: null })).json().until, null);
  });
});
