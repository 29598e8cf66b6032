import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { administrator, signIn } from '../../test/fixtures/desk.ts';
import { closing, newRequest, openOfficer } from '../../test/fixtures/privacy.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { onOneEngine, startService } from '../../test/fixtures/service.ts';
import { isReminderDue, writeReminders } from './privacy-reminders.ts';

const publicUrl = 'https://accueil.example.org';

onOneEngine('reminders of requests about personal data', (engine) => {
  it('go to officers by mail ten and three days before, once each, and name nobody', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database } = service;
    const officer = await openOfficer(service);
    await signIn(service, [administrator], 'Ada');
    const silent = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Silent');
    await ok(silent.put('/desk/session/mail', { mail: 'none' }));
    await signIn(service, [{ role: 'direction', establishmentId: null }], 'Director');
    assert.equal((await officer.get('/desk/session/mail')).json().mail, 'at-once');

    const add = async (receivedOn: string) =>
      (await ok<{ id: number }>(officer.post('/desk/privacy/requests', { ...newRequest, receivedOn }))).id;
    // Due on 14 and 20 March, and on 4 April.
    const [first, second] = [await add('2026-02-14'), await add('2026-02-20')];
    await add('2026-03-04');
    /** The mails of a day, as the worker writes them: to whom, and about what. */
    const remind = async (day: string, time = '07:00') => {
      const now = new Date(`${day}T${time}:00.000Z`);
      const before = await rows<{ id: number }>(database, 'select id from mails order by id');
      if (await isReminderDue(database.read, now)) await database.write(writeReminders, { publicUrl }, now);
      const mails = await rows<{ id: number; name: string; subject: string; body: string }>(
        database,
        'select mails.id, name, subject, body from mails join users on users.id = user_id order by mails.id',
      );
      return mails.slice(before.length);
    };
    assert.deepEqual(await remind('2026-03-03'), []);
    assert.deepEqual(await remind('2026-03-04', '06:00'), []);
    const early = await remind('2026-03-04');
    assert.deepEqual(early.map(({ name }) => name).sort(), ['Ada', 'Odile Marchand']);
    const [mail] = early;
    assert.equal(mail?.subject, 'Une demande d’exercice de droits est à répondre avant le 14/03/2026');
    assert.ok(mail?.body.includes(`${publicUrl}/#/privacy/requests/${first}`), mail?.body);
    assert.doesNotMatch(JSON.stringify(early), /Claire|Durand|claire/);
    assert.deepEqual(await remind('2026-03-04', '09:00'), []);
    // The second one begins, the first one has been reminded of.
    assert.deepEqual(
      (await remind('2026-03-10')).map(({ body }) => body.includes(`requests/${second}`)),
      [true, true],
    );
    const late = await remind('2026-03-11');
    assert.deepEqual(
      late.map(({ body }) => body.includes(`requests/${first}`)),
      [true, true],
    );
    assert.ok(!late[0]?.body.includes(`requests/${second}`));
    assert.deepEqual(await remind('2026-03-12'), []);

    await ok(officer.patch(`/desk/privacy/requests/${second}`, { identityKind: 'called-back' }));
    const refused = { ...closing, decision: 'refused', ground: 'Litige en cours' };
    await ok(officer.patch(`/desk/privacy/requests/${second}`, refused));
    assert.deepEqual(await remind('2026-03-17'), []);
  });

  it('begin anew with the day of an extension, and come once for what is noted late', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database } = service;
    const officer = await openOfficer(service);
    const remind = async (day: string) => {
      const now = new Date(`${day}T07:00:00.000Z`);
      return (await isReminderDue(database.read, now))
        ? database.write(writeReminders, { publicUrl }, now)
        : 0;
    };
    const { id } = await ok<{ id: number }>(
      officer.post('/desk/privacy/requests', { ...newRequest, receivedOn: '2026-02-05' }),
    );
    assert.deepEqual([await remind('2026-03-04'), await remind('2026-03-04')], [1, 0]);
    await ok(officer.patch(`/desk/privacy/requests/${id}`, { extensionReason: 'Complexe' }));
    // Due on 5 May.
    assert.deepEqual([await remind('2026-03-05'), await remind('2026-04-25')], [0, 1]);
  });
});
