import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type MailHouse, openMailHouse } from '../../../test/fixtures/mail.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';
import { minuteMs } from '../../clock.ts';

onSqlite('mails at the desk', (engine) => {
  let house: MailHouse;
  before(async () => {
    house = await openMailHouse(engine);
  });
  after(() => house.close());

  it('are shown to administrators, newest first, with what became of them', async () => {
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
    const times = (at: Date) => ({ createdAt: at.toISOString(), finishedAt: at.toISOString() });
    const mail = {
      userId: director.userId,
      to: director.email,
      use: null,
      channel: null,
      attempts: 1,
      nextAt: null,
      secret: false,
    };
    const subject = 'Nouvelle demande – Le Clos des Vignes';
    const cause = `RCPT TO: 550 No such user ${director.email} (${director.email.split('@')[0]})`;
    const { data, total, next, previous } = answer.json();
    assert.deepEqual(data, [
      { ...mail, ...times(clock.now), id: 3, entryId: 3, subject, state: 'sent', secret: false, cause: null },
      {
        ...mail,
        ...times(new Date(clock.now.getTime() - 15 * minuteMs)),
        id: 2,
        entryId: 2,
        subject,
        state: 'failed',
        secret: false,
        cause,
      },
    ]);
    assert.deepEqual([total, previous], [{ count: 3, exact: true }, null]);
    const following = (await administrator.get(`/desk/mails?limit=2&after=${next}`)).json();
    assert.deepEqual([following.data.map(({ id }: { id: number }) => id), following.next], [[1], null]);
    const before = (await administrator.get(`/desk/mails?limit=2&before=${following.previous}`)).json();
    assert.deepEqual(before.data, data);
    const failed = (await administrator.get('/desk/mails?state=failed')).json();
    assert.deepEqual([failed.data.map(({ id }: { id: number }) => id), failed.total.count], [[2, 1], 2]);
    assert.equal((await administrator.get('/desk/mails?state=pending')).json().total.count, 0);
    assert.equal((await administrator.get('/desk/mails?state=lost')).statusCode, 400);
    const again = await openDesk(service, director.email, director.userId);
    const person = await send(service, 'canari', { emailClient: 'canari@example.org' });
    const text = { subject: 'Canari', text: 'Bonjour canari' };
    const message = { person: 'entry', channel: 'email', ...text };
    assert.equal((await again.post(`/desk/entries/${person}/messages`, message)).statusCode, 200);
    smtp.refused.add('canari@example.org');
    clock.now = new Date(clock.now.getTime() + minuteMs);
    await house.round();
    const people = (await administrator.get('/desk/mails?to=people')).json();
    assert.doesNotMatch(JSON.stringify(people), /canari/i);
    const [{ use, channel, state, entryId }] = people.data;
    assert.deepEqual([use, channel, state, entryId], ['free', 'email', 'failed', person]);
    assert.equal((await administrator.get('/desk/mails?to=staff')).json().total.count, 3);
    assert.equal((await administrator.get('/desk/mails?to=nobody')).statusCode, 400);
    assert.equal((await administrator.get('/desk/mails?after=x')).statusCode, 400);
    assert.equal((await again.get('/desk/mails')).statusCode, 403);
  });
});

onSqlite('a mail that was given up', (engine) => {
  it('is sent again for who asks, once, with a whole day of attempts', async () => {
    const house = await openMailHouse(engine);
    try {
      const { service, smtp } = house;
      const director = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
      const administrator = await signIn(service);
      const again = (id: number) => administrator.post(`/desk/mails/${id}/resend`);
      const shown = async () => (await administrator.get('/desk/mails')).json().data[0];
      smtp.refused.add(director.email);
      await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
      assertFailure(await again(1), 404, 'NOTFOUND', /no mail 1/);
      await house.round();
      assert.equal((await shown()).state, 'failed');
      assert.equal((await director.post('/desk/mails/1/resend')).statusCode, 403);

      // Refused again, it is given up again.
      assert.deepEqual((await again(1)).json(), { done: true });
      const now = service.clock.now.toISOString();
      const pending = { state: 'pending', attempts: 0, nextAt: now, finishedAt: null, cause: null };
      const { state, attempts, nextAt, finishedAt, cause } = await shown();
      assert.deepEqual({ state, attempts, nextAt, finishedAt, cause }, pending);
      assert.deepEqual(await lastAct(service, administrator), ['sent-again mail 1', {}]);
      assertFailure(await again(1), 409, 'CONFLICT', /not given up/);
      await house.round();
      assert.equal((await shown()).state, 'failed');

      smtp.refused.clear();
      service.clock.now = new Date(service.clock.now.getTime() + 60_000);
      const both = await Promise.all([again(1), again(1)]);
      assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 409]);
      await house.round();
      assert.deepEqual([(await shown()).state, (await shown()).attempts], ['sent', 1]);
      assert.equal(smtp.take().length, 1);
      assertFailure(await again(1), 409, 'CONFLICT', /was sent/);
      const lines = (await administrator.get('/desk/audit?action=sent-again')).json();
      assert.equal(lines.total.count, 2);
    } finally {
      await house.close();
    }
  });
});

onSqlite('how often a user is told by e-mail', (engine) => {
  it('is what they have chosen, what their roles say before, and seen by administrators', async () => {
    const house = await openMailHouse(engine);
    try {
      const { service } = house;
      const administrator = await signIn(service);
      for (const [grants, mail, told, reminded = false] of [
        [[{ role: 'direction', establishmentId: 3 }], 'at-once', true],
        [[{ role: 'commercial', establishmentId: 3 }], 'at-once', true],
        [[{ role: 'direction', establishmentId: null }], 'none', true],
        [[{ role: 'reader', establishmentId: 3 }], 'none', false],
        [[{ role: 'administrator', establishmentId: null }], 'at-once', true, true],
        [[{ role: 'privacy', establishmentId: null }], 'at-once', true, true],
        [
          [
            { role: 'direction', establishmentId: null },
            { role: 'commercial', establishmentId: 3 },
          ],
          'at-once',
          true,
        ],
      ] as const) {
        const desk = await signIn(service, grants);
        const shown = async () => (await administrator.get('/desk/users')).json();
        const seen = async () =>
          (await shown()).data.find(({ id }: { id: number }) => id === desk.userId).mail;
        assert.deepEqual((await desk.get('/desk/session/mail')).json(), { mail, told, reminded, on: true });
        assert.equal(await seen(), mail);
        for (const chosen of ['digest', 'none', 'at-once']) {
          const answer = await desk.put('/desk/session/mail', { mail: chosen });
          assert.deepEqual(answer.json(), { mail: chosen, told, reminded, on: true });
          assert.deepEqual((await desk.get('/desk/session/mail')).json(), {
            mail: chosen,
            told,
            reminded,
            on: true,
          });
          assert.equal(await seen(), chosen);
        }
        for (const wrong of [{ mail: 'weekly' }, { mail: null }, {}, { mail: 'none', userId: 1 }]) {
          assert.equal((await desk.put('/desk/session/mail', wrong)).statusCode, 400, JSON.stringify(wrong));
        }
        const [line] = (await administrator.get(`/desk/audit?limit=1&userId=${desk.userId}`)).json().data;
        assert.deepEqual([line.action, line.detail], ['changed', { changed: ['mail'], mail: 'at-once' }]);
      }
    } finally {
      await house.close();
    }
  });

  it('can be chosen while none are sent', async () => {
    const service = await startService(engine);
    try {
      const desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
      const answer = await desk.put('/desk/session/mail', { mail: 'digest' });
      assert.deepEqual(answer.json(), { mail: 'digest', told: true, reminded: false, on: false });
    } finally {
      await service.close();
    }
  });
});
