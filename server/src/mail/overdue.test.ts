// Direction is notified of families who wait too long for their first call.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { type MailHouse, openMailHouse } from '../../test/fixtures/mail.ts';
import { number } from '../../test/fixtures/rows.ts';
import { onSqlite } from '../../test/fixtures/service.ts';
import { newestEntry } from '../../test/fixtures/stored-entry.ts';
import type { MailPreference } from '../access/mail-preference.ts';
import type { Role } from '../access/roles.ts';
import { findOverdue, notifyOverdue } from './overdue.ts';

onSqlite('a family that waits for its first call', (engine) => {
  let house: MailHouse;
  let director: Desk;
  let commercial: Desk;
  beforeEach(async () => {
    house = await openMailHouse(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
    director = await user('direction', 3);
    commercial = await user('commercial', 3, 'none');
  });
  afterEach(() => house.close());

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
  async function taken(...rounds: MailHouse['round'][]) {
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

  it('is told to the direction of its residence that gets mails, once, at more than twice the target', async () => {
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

  it('waits by the target of its residence', async () => {
    const administrator = await signIn(house.service);
    const target = { firstCallMinutes: 10, afterVisitDays: 3, staleDays: 21 };
    await ok(administrator.put('/desk/targets', { establishmentId: 3, target }));
    const elsewhere = await user('direction', 5);
    await arrive();
    await arrive('etablissement/5/commercial/create');
    await taken();
    at('2026-03-04T09:20:00');
    assert.deepEqual(await taken(), []);
    at('2026-03-04T09:21:00');
    assert.deepEqual(
      (await taken()).map(({ to }) => to),
      [director.email],
    );
    at('2026-03-05T08:01:00');
    assert.deepEqual(
      (await taken()).map(({ to }) => to),
      [elsewhere.email],
    );
  });

  it('is told with what has arrived since the director’s last mail', async () => {
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

  it('is not told when it was called before the mail', async () => {
    const lead = await arrive();
    await taken();
    at('2026-03-05T08:00:59');
    await arrive();
    assert.equal((await taken()).length, 1);
    at('2026-03-05T08:01:00');
    assert.deepEqual(await taken(), []);
    commercial = await user('commercial', 3, 'none');
    await change(lead, { actions: [{ date: '2026-03-05', stage: 'Prise de contact', done: true }] });
    at('2026-03-05T08:20:00');
    assert.deepEqual(await taken(), []);
  });

  it('is told when it waits again, if it was put off or marked as spam before the mail', async () => {
    await user('direction', null, 'at-once');
    const [planned, asleep, spam] = [await arrive(), await arrive(), await arrive()];
    await taken();
    at('2026-03-05T08:00:59');
    await arrive();
    await taken();
    at('2026-03-05T08:01:00');
    assert.deepEqual(await taken(), []);
    commercial = await user('commercial', 3, 'none');
    const mark = (isSpam: boolean) => commercial.post(`/desk/entries/${spam}/spam`, { spam: isSpam });
    await change(planned, { actions: [{ date: '2026-03-06', stage: 'Prise de contact', done: false }] });
    const sleep = { until: '2026-03-06', reason: 'Hospitalisation' };
    await ok(commercial.post(`/desk/entries/${asleep}/sleep`, { sleep }));
    await ok(mark(true));
    at('2026-03-05T08:20:00');
    assert.deepEqual(await taken(house.round, house.otherRound), []);
    const told = async (id: number) => {
      const mails = await taken(house.round, house.otherRound);
      return mails.filter((mail) => isOverdue(mail) && mail.body.includes(`#/leads/${id}\n`)).length;
    };
    await ok(mark(false));
    at('2026-03-05T08:40:00');
    assert.equal(await told(spam), 2, 'it is no spam any more');
    at('2026-03-06T08:00:00');
    assert.equal(await told(asleep), 2, 'it woke');
    at('2026-03-09T08:00:00');
    assert.equal(await told(planned), 2, 'the planned call was not made');
    at('2026-03-10T08:00:00');
    assert.deepEqual(
      (await taken()).filter(({ body }) => /\/[1-3]\n/.test(body)),
      [],
      'once',
    );
  });

  it('is told as overdue when its arrival is processed later', async () => {
    await arrive();
    at('2026-03-05T08:01:00');
    const { database, clock } = house.service;
    const ids = await findOverdue(database.read, clock.now);
    assert.equal(await database.write(notifyOverdue, { ids }, clock.now), 1);
    at('2026-03-05T08:01:01');
    assert.deepEqual(
      (await taken()).map(({ subject }) => subject),
      ['Une famille attend son premier appel – Le Clos des Vignes'],
    );
  });
});

describe('a family that waits for its first call, found by two processes at the same time (postgres)', () => {
  it('is added to the next mail by one of them', async (t) => {
    const house = await openMailHouse('postgres');
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
