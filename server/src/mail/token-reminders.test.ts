import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../test/fixtures/desk.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { onOneEngine, startService } from '../../test/fixtures/service.ts';
import { isTokenReminderDue, writeTokenReminders } from './token-reminders.ts';
import { mailSender } from './worker.ts';

const publicUrl = 'https://accueil.example.org';

onOneEngine('reminders of tokens that end', (engine) => {
  it('go to administrators 30 and 7 days before, once each; « Ma journée » says it all the while', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database, clock } = service;
    const desk = await signIn(service, [administrator], 'Ada');
    const silent = await signIn(service, [administrator], 'Silent');
    await ok(silent.put('/desk/session/mail', { mail: 'none' }));
    const director = await signIn(service, [{ role: 'direction', establishmentId: null }], 'Director');
    await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Officer');

    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    const add = async (until: string | null, label: string | null = null, by = desk) =>
      (await ok<{ id: number }>(by.post(`/desk/partners/${id}/tokens`, { until, label }))).id;
    await add('2026-05-31', 'Production');
    const revoked = await add('2026-05-31');
    await add(null);
    await ok(desk.delete(`/desk/tokens/${revoked}`));
    const today = async (of: Desk) =>
      (await ok<{ tokensEnding: unknown }>(of.get('/desk/today'))).tokensEnding;
    assert.deepEqual([await today(desk), await today(director)], [[], null]);

    /** The mails of a day, as the worker writes them. */
    const remind = async (day: string, time = '07:00') => {
      const now = new Date(`${day}T${time}:00.000Z`);
      const before = (await rows(database, 'select id from mails')).length;
      if (await isTokenReminderDue(database.read, now))
        await database.write(writeTokenReminders, { publicUrl }, now);
      const mails = await rows<{ name: string; subject: string; body: string }>(
        database,
        'select name, subject, body from mails join users on users.id = user_id order by mails.id',
      );
      return mails.slice(before);
    };
    assert.deepEqual(await remind('2026-04-30'), []);
    assert.deepEqual(await remind('2026-05-01', '05:00'), []);
    const [early, ...others] = await remind('2026-05-01');
    assert.deepEqual([early?.name, others], ['Ada', []]);
    assert.equal(early?.subject, 'Le jeton du partenaire oriente prend fin le 31/05/2026');
    assert.match(early?.body ?? '', /oriente \(Production\), valable jusqu’au 31\/05\/2026 inclus/);
    assert.ok(early?.body.includes(`${publicUrl}/#/integrations/partners`));
    assert.deepEqual(await remind('2026-05-23'), []);
    assert.equal((await remind('2026-05-24')).length, 1);
    assert.deepEqual(await remind('2026-05-25'), []);
    // One that has ended needs no reminder any more; one that is added late is reminded of once.
    clock.now = new Date('2026-05-28T07:00:00.000Z');
    const later = await signIn(service, [administrator], 'Later');
    await ok(later.put('/desk/session/mail', { mail: 'none' }));
    await add('2026-06-02', null, later);
    assert.deepEqual(
      (await remind('2026-05-28')).map(({ subject }) => subject),
      ['Le jeton du partenaire oriente prend fin le 02/06/2026'],
    );
    assert.deepEqual([await remind('2026-05-29'), await remind('2026-06-01')], [[], []]);
    assert.deepEqual(await today(later), [
      { partner: 'oriente', until: '2026-05-31' },
      { partner: 'oriente', until: '2026-06-02' },
    ]);
  });

  it('are written by the worker, and not again after a restart', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database, clock } = service;
    const desk = await signIn(service, [administrator], 'Ada');
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    await ok(desk.post(`/desk/partners/${id}/tokens`, { until: '2026-03-20', label: null }));
    clock.now = new Date('2026-03-05T07:00:00.000Z');
    for (const _ of [1, 2]) {
      const sender = mailSender({
        database,
        publicUrl,
        clock: () => clock.now,
        send: () => assert.fail('nothing is sent'),
        decrypt: String,
        writeReceipts: async () => 0,
        remind: async () => undefined,
        contentKey: '',
        unsubscribeUrl: () => undefined,
      });
      await sender.prepare?.(new AbortController().signal);
      const found = await rows(database, "select id from mails where subject like 'Le jeton du partenaire%'");
      assert.equal(found.length, 1);
    }
  });

  it('tell nothing of a token that had ended before they came', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database, clock } = service;
    const desk = await signIn(service, [administrator], 'Ada');
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    await ok(desk.post(`/desk/partners/${id}/tokens`, { until: '2026-03-10', label: null }));
    clock.now = new Date('2026-03-11T07:00:00.000Z');
    assert.equal(await isTokenReminderDue(database.read, clock.now), false);
    const later = await signIn(service, [administrator], 'Later');
    assert.deepEqual((await ok<{ tokensEnding: unknown }>(later.get('/desk/today'))).tokensEnding, []);
  });
});
