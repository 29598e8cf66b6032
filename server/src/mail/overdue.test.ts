// Direction is notified of families who wait too long for their first call.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { type MailService, openMailService } from '../../test/fixtures/mail.ts';
import { execute, number } from '../../test/fixtures/rows.ts';
import { onSqlite } from '../../test/fixtures/service.ts';
import { newestEntry } from '../../test/fixtures/stored-entry.ts';
import type { MailPreference } from '../access/mail-preference.ts';
import type { Role } from '../access/roles.ts';
import { findOverdue, notifyOverdue } from './overdue.ts';

onSqlite('overdue first calls', (engine) => {
  let house: MailService;
  let director: Desk;
  let commercial: Desk;
  before(async () => {
    house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
  });
  beforeEach(async () => {
    await house.reset();
    // Nobody waits from an earlier test.
    await execute(house.service.database, 'update entries set spam = 1');
    await execute(house.service.database, 'delete from targets');
    director = await user('direction', 3);
    commercial = await user('commercial', 3, 'none');
  });
  after(() => house.close());

  async function user(role: Role, establishmentId: number | null, mail?: MailPreference): Promise<Desk> {
    const desk = await signIn(house.service, [{ role, establishmentId }]);
    if (mail !== undefined) assert.equal((await desk.put('/desk/session/mail', { mail })).statusCode, 200);
    return desk;
  }
  async function arrive(path = 'etablissement/3/commercial/create', body: object = {}): Promise<number> {
    const { service } = house;
    await ok(service.post(`/fr/${path}${path.includes('?') ? '&' : '?'}${service.query}`, body));
    return newestEntry(service.database);
  }
  async function change(id: number, body: object): Promise<void> {
    await ok(commercial.patch(`/desk/entries/${id}`, body));
  }
  async function taken(...rounds: MailService['round'][]) {
    await Promise.all((rounds.length === 0 ? [house.round] : rounds).map((round) => round()));
    return house.smtp
      .take()
      .map(({ to, headers, body, raw }) => ({ to: to[0] ?? '', subject: headers.subject ?? '', body, raw }));
  }
  /** In UTC: an hour less than in Paris. */
  const at = (instant: string) => {
    house.service.clock.now = new Date(`${instant}.000Z`);
  };
  const isOverdue = ({ subject }: { subject: string }) => subject.includes('premier appel');

  it('direction is told once of families who wait for twice the target', async () => {
    const digesting = await user('direction', 3, 'digest');
    const everywhere = await user('direction', null, 'at-once');
    await user('direction', null);
    await user('direction', 3, 'none');
    await user('direction', 5);
    await user('commercial', 3);
    // Wednesday, 10:00 in Paris.
    const lead = await arrive(undefined, { lastNameClient: 'Kanarienvogel', comment: 'Kanarienvogel' });
    const form = await arrive('etablissement/3/survey/create', { lastName: 'Kanarienvogel' });
    await arrive('etablissement/3/survey/create?type=survey.type.complaint');
    await arrive('etablissement/3/commercial/create?test=1');
    const action = { date: '2026-03-04', stage: 'Prise de contact' };
    await change(await arrive(), { actions: [{ date: '2026-03-04', outcome: 'no-answer' }] });
    await change(await arrive(), { actions: [{ ...action, done: true }] });
    await change(await arrive(), { actions: [{ ...action, date: '2026-03-05', done: false }] });
    assert.equal(
      (await commercial.post(`/desk/entries/${await arrive()}/spam`, { spam: true })).statusCode,
      200,
    );
    await taken();
    for (const moment of ['2026-03-04T20:00:00', '2026-03-05T06:30:00', '2026-03-05T08:00:00']) {
      at(moment);
      assert.deepEqual((await taken()).filter(isOverdue), [], 'after 480 working minutes');
    }
    at('2026-03-05T08:01:00');
    const mails = await taken(house.round, house.otherRound);
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [director, digesting, everywhere]
        .map(({ email }) => [email, '2 familles attendent leur premier appel'])
        .toSorted(),
    );
    for (const { body, raw } of mails) {
      assert.doesNotMatch(raw, /Kanarienvogel/i);
      assert.equal(
        body,
        `Personne n’a encore appelé, et le double du délai prévu est écoulé\u00A0:

Le Clos des Vignes\u00A0: https://accueil.example.org/#/leads/${lead}
Le Clos des Vignes\u00A0: https://accueil.example.org/#/surveys/${form}

Ouvrir ma journée\u00A0: https://accueil.example.org/#/

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
      );
    }
    at('2026-03-12T16:00:00');
    const later = (await taken(house.round, house.otherRound)).filter(isOverdue);
    assert.deepEqual(
      later.map(({ subject }) => subject),
      Array.from({ length: 3 }, () => 'Une famille attend son premier appel – Le Clos des Vignes'),
      'the call that was planned for Thursday was not made',
    );
  });

  it('the target of the residence decides when a family is overdue', async () => {
    const administrator = await signIn(house.service);
    const target = { firstCallMinutes: 10, afterVisitDays: 3, staleDays: 21 };
    await ok(administrator.put('/desk/targets', { establishmentId: 3, target }));
    await arrive();
    await taken();
    at('2026-03-04T09:20:00');
    assert.deepEqual(await taken(), []);
    at('2026-03-04T09:21:00');
    assert.deepEqual(
      (await taken()).map(({ to }) => to),
      [director.email],
    );
  });

  it('overdue families and new arrivals come in one mail', async () => {
    await arrive();
    await arrive();
    await taken();
    at('2026-03-05T08:00:00');
    const late = await arrive();
    await taken();
    const newer = await arrive();
    at('2026-03-05T08:14:59');
    assert.deepEqual(await taken(), []);
    at('2026-03-05T08:15:00');
    const [mail, ...others] = await taken(house.round, house.otherRound);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [mail?.to, mail?.subject],
      [director.email, '2 familles attendent leur premier appel, une arrivée'],
    );
    const link = (id: number) => `https://accueil.example.org/#/leads/${id}`;
    assert.equal(
      mail?.body,
      `Personne n’a encore appelé, et le double du délai prévu est écoulé\u00A0:

Le Clos des Vignes\u00A0: ${link(late - 2)}
Le Clos des Vignes\u00A0: ${link(late - 1)}

Arrivé depuis le dernier e-mail\u00A0:

Le Clos des Vignes
- 1 nouvelle demande

Nouvelle demande – Le Clos des Vignes\u00A0: ${link(newer)}

Ouvrir ma journée\u00A0: https://accueil.example.org/#/

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
    );
  });

  it('a family that is called, put off or spam by then is told when it waits again', async () => {
    const [called, planned, asleep, spam] = [await arrive(), await arrive(), await arrive(), await arrive()];
    await taken();
    at('2026-03-05T08:00:59');
    await arrive();
    await taken();
    at('2026-03-05T08:01:00');
    assert.deepEqual(await taken(), []);
    commercial = await user('commercial', 3, 'none');
    const mark = (isSpam: boolean) => commercial.post(`/desk/entries/${spam}/spam`, { spam: isSpam });
    const call = { date: '2026-03-05', stage: 'Prise de contact' };
    await change(called, { actions: [{ ...call, done: true }] });
    await change(planned, { actions: [{ ...call, date: '2026-03-06', done: false }] });
    const sleep = { until: '2026-03-06', reason: 'Hospitalisation' };
    await ok(commercial.post(`/desk/entries/${asleep}/sleep`, { sleep }));
    await ok(mark(true));
    at('2026-03-05T08:20:00');
    assert.deepEqual(await taken(house.round, house.otherRound), []);
    const isTold = async (id: number) => {
      const mails = (await taken(house.round, house.otherRound)).filter(isOverdue);
      assert.ok(!mails.some(({ body }) => body.includes(`#/leads/${called}\n`)));
      return mails.filter(({ body }) => body.includes(`#/leads/${id}\n`)).length;
    };
    await ok(mark(false));
    for (const [instant, id, why] of [
      ['2026-03-05T08:40:00', spam, 'it is no spam any more'],
      ['2026-03-06T08:00:00', asleep, 'it woke'],
      ['2026-03-09T08:00:00', planned, 'the planned call was not made'],
    ] as const) {
      at(instant);
      assert.equal(await isTold(id), 1, why);
    }
    at('2026-03-10T08:00:00');
    for (const id of [planned, asleep, spam]) assert.equal(await isTold(id), 0, 'once');
  });
});

describe('overdue first calls, two processes (postgres)', () => {
  it('two processes find a family at once: one adds it to the next mail', async (t) => {
    const house = await openMailService('postgres');
    t.after(() => house.close());
    const { service } = house;
    const { database, secrets } = service;
    await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    await ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {}));
    const now = new Date('2026-03-05T08:01:00.000Z');
    const ids = await findOverdue(database.read, now);
    const both = await database.transaction(async (tx) => {
      const here = await notifyOverdue.run(tx, [{ ids }], { now, secrets });
      const there = database.write(notifyOverdue, { ids }, now);
      const waiting = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await number(database, waiting)) === 0) await setImmediate();
      return { here, there };
    });
    assert.deepEqual([both.here, await both.there], [[1], 0]);
  });
});
