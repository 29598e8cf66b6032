import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type MailService, mailOn, openMailService } from '../../../test/fixtures/mail.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';
import { minuteMs } from '../../clock.ts';

onSqlite('mails at the desk', (engine) => {
  let house: MailService;
  before(async () => {
    house = await openMailService(engine);
  });
  after(() => house.close());

  it('mails to staff are listed newest first, with what became of them', async () => {
    const { service, smtp } = house;
    const director = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    smtp.refused.add(director.email);
    const arrive = () => service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
    const { clock } = service;
    for (let i = 0; i < 3; i++) {
      if (i === 2) smtp.refused.clear();
      clock.now = new Date(clock.now.getTime() + 15 * minuteMs);
      await arrive();
      await house.round();
    }

    const administrator = await signIn(service);
    const answer = await administrator.get('/desk/mails?limit=2');
    assert.equal(answer.statusCode, 200, answer.body);
    const mail = { to: director.email, use: null, attempts: 1, nextAt: null, secret: false };
    const subject = 'Nouvelle demande – Le Clos des Vignes';
    const cause = `RCPT TO: 550 No such user ${director.email} (${director.email.split('@')[0]})`;
    const { data, total, next, previous } = answer.json();
    const finishedAt = clock.now.toISOString();
    assert.partialDeepStrictEqual(data, [
      { ...mail, id: 3, entryId: 3, subject, state: 'sent', finishedAt, cause: null },
      { ...mail, id: 2, entryId: 2, subject, state: 'failed', cause },
    ]);
    assert.deepEqual([total, previous], [{ count: 3, exact: true }, null]);
    const following = (await administrator.get(`/desk/mails?limit=2&after=${next}`)).json();
    assert.partialDeepStrictEqual(following, { data: [{ id: 1 }], next: null });
    const failed = (await administrator.get('/desk/mails?state=failed')).json();
    assert.deepEqual([failed.data.map(({ id }: { id: number }) => id), failed.total.count], [[2, 1], 2]);
    const again = await openDesk(service, director.email, director.userId);
    const person = await send(service, 'canari', { emailClient: 'canari@example.org' });
    const text = { subject: 'Canari', text: 'Bonjour canari' };
    const message = { person: 'entry', channel: 'email', ...text };
    assert.equal((await again.post(`/desk/entries/${person}/letters`, message)).statusCode, 200);
    smtp.refused.add('canari@example.org');
    clock.now = new Date(clock.now.getTime() + minuteMs);
    await house.round();
    const people = (await administrator.get('/desk/mails?to=people')).json();
    assert.doesNotMatch(JSON.stringify(people), /canari/i);
    const [{ use, channel, state, entryId }] = people.data;
    assert.deepEqual([use, channel, state, entryId], ['free', 'email', 'failed', person]);
    assert.equal((await administrator.get('/desk/mails?to=staff')).json().total.count, 3);
  });

  it('a mail that was given up is sent again once, with a day of attempts', async () => {
    const { service, smtp } = house;
    await execute(service.database, `update users set mail = 'none'`);
    const director = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const administrator = await signIn(service);
    const again = (id: number) => administrator.post(`/desk/mails/${id}/resend`);
    const shown = async () => (await administrator.get('/desk/mails')).json().data[0];
    smtp.refused.add(director.email);
    await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
    assertFailure(await again(999), 404, 'NOTFOUND', /no mail 999/);
    await house.round();
    smtp.take();
    const { id, state: first } = await shown();
    assert.equal(first, 'failed');
    assert.equal((await director.post(`/desk/mails/${id}/resend`)).statusCode, 403);

    // Refused again, it is given up again.
    assert.deepEqual((await again(id)).json(), { done: true });
    const now = service.clock.now.toISOString();
    const pending = { state: 'pending', attempts: 0, nextAt: now, finishedAt: null, cause: null };
    const { state, attempts, nextAt, finishedAt, cause } = await shown();
    assert.deepEqual({ state, attempts, nextAt, finishedAt, cause }, pending);
    assert.deepEqual(await lastAct(service, administrator), [`sent-again mail ${id}`, {}]);
    assertFailure(await again(id), 409, 'CONFLICT', /not given up/);
    await house.round();
    assert.equal((await shown()).state, 'failed');

    smtp.refused.clear();
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const both = await Promise.all([again(id), again(id)]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 409]);
    await house.round();
    assert.deepEqual([(await shown()).state, (await shown()).attempts], ['sent', 1]);
    assert.equal(smtp.take().length, 1);
    assertFailure(await again(id), 409, 'CONFLICT', /was sent/);
    const lines = (await administrator.get('/desk/audit?action=sent-again')).json();
    assert.equal(lines.total.count, 2);
  });
});

onSqlite('how often a user is mailed', (engine) => {
  it('how often a user is mailed: as chosen, before that by role', async (t) => {
    const service = await startService(engine, mailOn);
    t.after(() => service.close());
    const administrator = await signIn(service);
    const at3 = (role: 'direction' | 'commercial' | 'reader') => ({ role, establishmentId: 3 }) as const;
    const everywhere = (role: 'direction' | 'administrator' | 'privacy') =>
      ({ role, establishmentId: null }) as const;
    for (const [grants, mail, told, reminded = false] of [
      [[at3('direction')], 'at-once', true],
      [[at3('commercial')], 'at-once', true],
      [[everywhere('direction')], 'none', true],
      [[at3('reader')], 'none', false],
      [[everywhere('administrator')], 'at-once', true, true],
      [[everywhere('privacy')], 'at-once', true, true],
      [[everywhere('direction'), at3('commercial')], 'at-once', true],
    ] as const) {
      const desk = await signIn(service, grants);
      const own = async () => (await desk.get('/desk/session/mail')).json();
      const seen = async () =>
        (await administrator.get('/desk/users'))
          .json()
          .data.find(({ id }: { id: number }) => id === desk.userId).mail;
      assert.deepEqual([await own(), await seen()], [{ mail, told, reminded, on: true }, mail]);
      for (const chosen of ['digest', 'at-once']) {
        await ok(desk.put('/desk/session/mail', { mail: chosen }));
        assert.deepEqual([await own(), await seen()], [{ mail: chosen, told, reminded, on: true }, chosen]);
      }
      assert.equal((await desk.put('/desk/session/mail', { mail: 'weekly' })).statusCode, 400);
      const [line] = (await administrator.get(`/desk/audit?limit=1&userId=${desk.userId}`)).json().data;
      assert.deepEqual([line.action, line.detail], ['changed', { changed: ['mail'], mail: 'at-once' }]);
    }
  });
});
