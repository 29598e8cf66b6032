// What a family gets of a visit: in its mailbox and in its calendar.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type MailService, openMailService } from '../../../test/fixtures/mail.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite } from '../../../test/fixtures/service.ts';
import type { ReceivedMail } from '../../../test/fixtures/smtp.ts';
import { instantIn } from '../../clock.ts';
import { giveUpRestored } from '../../letters/given-up.ts';

const residence = 'le-clos-des-vignes@example.org';
const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
const secret = 'Canari : le père a chuté';

let house: MailService;
let direction: Desk;
/** The address of a family: one of its own for each test, for a person gets five letters a day. */
let claire = '';
let sent = 0;

const at = (moment: string | Date) => {
  house.service.clock.now = new Date(moment);
};
const pass = (ms: number) => at(new Date(house.service.clock.now.getTime() + ms));
const lead = (body: object = {}) =>
  send(house.service, `visit-${++sent}`, {
    lastNameClient: 'Martin',
    comment: secret,
    commercialrelations: [
      { civilite: 'contact.civility.mrs', lastName: 'Martin', email: claire, phone: '06 39 98 12 34' },
    ],
    ...body,
  });
const change = (id: number, ...actions: object[]) =>
  direction.patch(`/desk/entries/${id}`, { actions, confirm: ['email'] });
const quietly = (id: number, ...actions: object[]) => ok(direction.patch(`/desk/entries/${id}`, { actions }));
const confirmed = async (id: number, ...actions: object[]) => ok<{ version: number }>(change(id, ...actions));
const undo = (id: number) => direction.post(`/desk/entries/${id}/undo`, {});

/** Staff get mails too. */
const taken = () => house.smtp.take().filter(({ headers }) => headers['reply-to'] !== undefined);

/** What arrives when the ten seconds are over. */
async function received(): Promise<ReceivedMail[]> {
  pass(10_000);
  await house.round();
  return taken();
}

/** What arrives at a moment in Paris, with two processes. */
async function arrives(day: string, time: string) {
  at(instantIn('Europe/Paris', day, time));
  await Promise.all([house.round(), house.otherRound()]);
  pass(60_000);
  await Promise.all([house.round(), house.otherRound()]);
  return taken().filter(({ to }) => to.includes(claire));
}

async function open(engine: Parameters<typeof openMailService>[0]): Promise<void> {
  house = await openMailService(engine);
  await execute(house.service.database, `update templates set active = 1 where use <> 'free'`);
}

async function newFamily() {
  claire = `claire.martin-${++sent}@example.org`;
  await signInAgain();
}

/** Sessions end while days pass. */
async function signInAgain() {
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }], 'Hélène Faure');
  await execute(house.service.database, `update users set mail = 'none'`);
}

/** Moves the residence. */
async function isIn(cp: string) {
  await ok((await signIn(house.service)).patch('/desk/establishments/3', { cp }));
  await signInAgain();
}

/** A mail, and the properties of its calendar file. */
function read({ headers, body, attachments }: ReceivedMail) {
  const [inline = '', file = ''] = attachments.map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  assert.deepEqual(
    attachments.map(({ mimeType, filename }) => [mimeType, filename]),
    [
      ['text/calendar', null],
      ['application/ics', 'visite.ics'],
    ],
    'for programs that read it as an alternative, and for those that take a file',
  );
  assert.equal(inline, file);
  const lines = file.replaceAll(/\r?\n /g, '').split(/\r?\n/);
  const of = (name: string) => lines.find((line) => line.split(/[:;]/)[0] === name);
  return { subject: headers.subject, text: body, method: attachments[0]?.method, of };
}

onOneEngine('a visit', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('confirmed, moved and cancelled by mail', async () => {
    const id = await lead();
    await confirmed(id, { ...visit, comment: secret });
    const [planned, ...others] = await received();
    assert.ok(planned);
    assert.deepEqual([planned.to, others], [[claire], []]);
    const first = read(planned);
    assert.equal(first.subject, `Votre visite du mardi 10 mars à 14\u00A0h\u00A030 [n° ${id}]`);
    assert.match(
      first.text,
      /^Madame Martin,\s+Nous vous confirmons votre visite[\s\S]*Hélène Faure\s+Le Clos des Vignes\s*$/,
    );
    assert.equal(first.method, 'REQUEST');
    assert.match(planned.headers['content-type'] ?? '', /^multipart\/mixed/);
    assert.equal(planned.headers['auto-submitted'], undefined, 'a member of staff has written it');
    assert.deepEqual(
      ['METHOD', 'DTSTART', 'DTEND', 'STATUS'].map(first.of).join(),
      'METHOD:REQUEST,DTSTART:20260310T133000Z,DTEND:20260310T143000Z,STATUS:CONFIRMED',
    );
    assert.match(
      first.of('ORGANIZER') ?? '',
      new RegExp(`CN="?Le Clos des Vignes"?.*:mailto:${residence}$`, 'i'),
    );
    assert.match(first.of('ATTENDEE') ?? '', /PARTSTAT=ACCEPTED/);
    assert.match(first.of('ATTENDEE') ?? '', /RSVP=FALSE/);
    assert.match(first.of('ATTENDEE') ?? '', new RegExp(`mailto:${claire}$`, 'i'));
    assert.match(first.of('LOCATION') ?? '', /^LOCATION:Le Clos des Vignes/);
    assert.ok(
      !JSON.stringify([first.text, first.of('DESCRIPTION')]).includes('Canari'),
      'nothing of the entry',
    );

    await confirmed(id, { position: 0, date: '2026-03-12', time: '10:00' });
    const [moved] = await received();
    assert.ok(moved);
    const second = read(moved);
    assert.match(second.subject ?? '', /^Votre visite est déplacée au jeudi 12 mars à 10\u00A0h /);
    assert.equal(second.method, 'REQUEST');
    const uid = first.of('UID');
    assert.deepEqual(['DTSTART', 'UID'].map(second.of), ['DTSTART:20260312T090000Z', uid]);

    await confirmed(id, { position: 0, outcome: 'cancelled' });
    const [cancelled] = await received();
    assert.ok(cancelled);
    const third = read(cancelled);
    assert.match(third.subject ?? '', /^Votre visite du jeudi 12 mars est annulée /);
    assert.equal(third.method, 'CANCEL');
    assert.deepEqual(['METHOD', 'STATUS', 'UID'].map(third.of), ['METHOD:CANCEL', 'STATUS:CANCELLED', uid]);
    const sequences = [first, second, third].map(({ of }) => Number(of('SEQUENCE')?.split(':')[1]));
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((a, b) => a - b),
    );

    const other = await lead();
    await confirmed(other, visit);
    const [another] = await received();
    assert.ok(another && read(another).of('UID') !== uid);
  });

  it('back to call cancels the visit', async () => {
    const id = await lead();
    const toCall = (body: object) => direction.post(`/desk/entries/${id}/to-call`, body);
    await confirmed(id, visit);
    await received();
    const told = { withdraw: true, confirm: ['email'] };
    assertFailure(await toCall({ ...told, to: 'autre@example.org' }), 409, 'CONFLICT', /^to:/);
    await ok(toCall({ ...told, to: claire }));
    await ok(undo(id));
    assert.deepEqual(await received(), [], 'it takes place after all');
    await ok(toCall(told));
    const [mail, ...others] = await received();
    assert.ok(mail);
    assert.deepEqual([mail.to, read(mail).method, others], [[claire], 'CANCEL', []]);
    assertFailure(await undo(id), 409, 'CONFLICT', /message has already left/);
  });

  it('another stage or a result cancels', async () => {
    const id = await lead();
    await confirmed(id, visit);
    assert.equal((await received()).length, 1);
    await confirmed(id, { position: 0, stage: 'Prise de contact', time: '16:00' });
    const [mail] = await received();
    assert.ok(mail);
    assert.match(read(mail).subject ?? '', /^Votre visite du mardi 10 mars est annulée/);
    await confirmed(id, { position: 0, stage: 'Visite', date: '2026-03-12' });
    assert.match((await received())[0]?.headers.subject ?? '', /^Votre visite du jeudi 12 mars à 16/);
    const result = { resultat: 'commercial.resultat.nosuite', confirm: ['email'] };
    await ok(direction.patch(`/desk/entries/${id}`, result));
    assert.match((await received())[0]?.headers.subject ?? '', /jeudi 12 mars est annulée/);
  });

  it('undone before its mail leaves', async () => {
    const id = await lead();
    await confirmed(id, visit);
    await ok(undo(id));
    assert.deepEqual(await received(), []);
    await confirmed(id, visit);
    assert.equal((await received()).length, 1);
    assertFailure(await undo(id), 409, 'CONFLICT', /message has already left/);
    await confirmed(id, { position: 0, date: '2026-03-12' });
    await ok(undo(id));
    assert.deepEqual(await received(), [], 'the family knows the day that it is again');
  });

  it('outdated mails do not leave', async () => {
    const doings: readonly [string, (id: number) => Promise<unknown>][] = [
      ['visit-moved', (id) => quietly(id, { position: 0, time: '15:00' })],
      ['visit-cancelled', (id) => quietly(id, { position: 0, outcome: 'cancelled' })],
      ['visit-done', (id) => quietly(id, { position: 0, done: true, date: '2026-03-04' })],
    ];
    for (const [cause, doing] of doings) {
      const id = await lead();
      await confirmed(id, visit);
      await doing(id);
      assert.deepEqual(await received(), [], cause);
      const { letters } = await ok<{ letters: object[] }>(direction.get(`/desk/entries/${id}`));
      assert.partialDeepStrictEqual(letters, [{ state: 'failed', cause }]);
    }
    await newFamily();
    const again = await lead();
    await confirmed(again, visit);
    await received();
    await confirmed(again, { position: 0, outcome: 'cancelled' });
    await quietly(again, { position: 0, outcome: null });
    assert.deepEqual(await received(), [], 'it takes place after all');
    await confirmed(again, { position: 0 });
    at(instantIn('Europe/Paris', '2026-03-10', '14:31'));
    await house.round();
    assert.deepEqual(taken(), [], 'it is over');
  });
});

onSqlite('a visit', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('a visit of today, in local time', async () => {
    const { now: began } = house.service.clock;
    for (const [postalCode, now, date, time, start] of [
      ['97200', '2026-03-10T14:00:00.000Z', '2026-03-10', '14:30', '20260310T183000Z'],
      ['97110', '2026-03-10T23:30:00.000Z', '2026-03-10', '20:00', '20260311T000000Z'],
      ['98800', '2026-03-10T14:00:00.000Z', '2026-03-11', '09:00', '20260310T220000Z'],
      ['98714', '2026-03-11T00:00:00.000Z', '2026-03-10', '14:30', '20260311T003000Z'],
      ['75008', '2026-03-10T13:00:00.000Z', '2026-03-10', '14:30', '20260310T133000Z'],
    ] as const) {
      await newFamily();
      at(now);
      await isIn(postalCode);
      const body = { establishmentId: 3, type: 'commercial.type.phone', actions: [{ ...visit, date, time }] };
      const relations = [{ lastName: 'Martin', email: claire }];
      const { id } = await ok<{ id: number }>(direction.post('/desk/entries', { ...body, relations }));
      const writing = await ok<{ values: object }>(direction.get(`/desk/entries/${id}/writing`));
      assert.ok('heure' in writing.values, 'of the next visit');
      await confirmed(id, { position: 0 });
      const [mail] = await received();
      assert.equal(mail && read(mail).of('DTSTART'), `DTSTART:${start}`, postalCode);
      at(`${start.replace(/(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:')}`);
      pass(1_000);
      await signInAgain();
      assertFailure(await change(id, { position: 0 }), 400, 'INVALID', /^confirm: expected a visit to come/);
    }
    at(began);
  });

  it('confirming a quiet move later', async () => {
    const id = await lead();
    await confirmed(id, visit);
    await received();
    await quietly(id, { position: 0, time: '16:00' });
    await confirmed(id, { position: 0, time: '16:00' });
    assert.match((await received())[0]?.headers.subject ?? '', /déplacée au mardi 10 mars à 16/);
    await confirmed(id, { position: 0 });
    assert.match((await received())[0]?.headers.subject ?? '', /^Votre visite du mardi 10 mars à 16/);
  });

  it('own template, chosen person', async () => {
    const administrator = await signIn(house.service);
    const own = { establishmentId: 3, use: 'visit', about: null, name: 'À nous', active: true };
    const texts = { subject: 'Le {date}', text: '{salutation}, à {heure}' };
    await ok(administrator.post('/desk/templates', { ...own, ...texts }));
    const luc = 'luc.martin@example.org';
    const people = [{ email: luc }, { email: claire, phone: '06 39 98 12 34' }];
    const id = await lead({ commercialrelations: people });
    await confirmed(id, visit);
    const [first] = await received();
    assert.deepEqual([first?.to, first?.headers.subject], [[claire], `Le mardi 10 mars [n° ${id}]`]);
    const moved = { actions: [{ position: 0, time: '15:00' }], confirm: ['email'], person: 0 };
    await ok(direction.patch(`/desk/entries/${id}`, moved));
    assert.deepEqual((await received())[0]?.to, [luc]);
    const writing = await ok<{ visits: unknown; templates: unknown[] }>(
      direction.get(`/desk/entries/${id}/writing`),
    );
    assert.partialDeepStrictEqual(writing.visits, {
      uses: ['visit', 'visit-moved', 'visit-cancelled'].map((use) => ({ use, channel: 'email' })),
      told: [{ position: 0, channel: 'email', person: '0' }],
    });
    assert.deepEqual(writing.templates, []);
    await confirmed(id, { position: 0, outcome: 'cancelled' });
    assert.deepEqual((await received())[0]?.to, [luc], 'who knows of it');
  });

  it('salutation with a plain name alone', async () => {
    const greeting = async (lastName: string) => {
      const person = { civilite: 'contact.civility.mrs', lastName, email: claire };
      const id = await lead({ commercialrelations: [person] });
      claire = `claire.martin-${++sent}@example.org`;
      await confirmed(id, visit);
      const [mail] = await received();
      const calendar = JSON.stringify(mail?.attachments.map(({ content }) => String(content)));
      assert.ok(!calendar.includes('example.com'), calendar);
      return mail?.body.split(',')[0];
    };
    for (const name of ['Lefèvre-N’Diaye', 'D. St. Cloud', '王', "de l'Orme"])
      assert.equal(await greeting(name), `Madame ${name}`);
    for (const name of [
      '{date}',
      'Martin {x}',
      'Martin\u3164',
      'gagnez.example.com',
      'Martin http://example.com',
      'a'.repeat(61),
    ])
      assert.equal(await greeting(name), 'Madame, Monsieur'.split(',')[0]);
  });

  it('a confirmed visit counts as reached', async () => {
    const [id, other] = [await lead(), await lead()];
    const colleague = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }], 'Jean Roux');
    const { user } = await ok<{ user: { id: number } }>(colleague.get('/desk/session'));
    await confirmed(id, { ...visit, assigneeId: user.id });
    await quietly(other, { ...visit, assigneeId: null });
    const before = house.service.clock.now;
    at(instantIn('Europe/Paris', visit.date, '18:00'));
    await signInAgain();
    const show = (one: number) => ok<Record<string, unknown>>(direction.get(`/desk/entries/${one}`));
    const [told, untold] = [await show(id), await show(other)];
    assert.deepEqual([told.followUp, untold.followUp], ['planned', 'to-call']);
    assert.partialDeepStrictEqual(told, { owner: { id: user.id }, actions: [{ assigneeId: null }] });
    assert.equal(untold.owner, null);
    at(before);
  });

  it('refused confirmations', async () => {
    const id = await lead();
    const nobody = await lead({ commercialrelations: [{ phone: '06 39 98 12 34' }] });
    for (const [entry, actions, field] of [
      [nobody, [visit], /^person:/],
      [id, [{ ...visit, time: null }], /^confirm: .*time/],
      [id, [visit, { ...visit, date: '2026-03-11' }], /^confirm: .*one visit/],
      [id, [{ date: '2026-03-10', time: '10:00', stage: 'Prise de contact', done: false }], /^confirm:/],
      [id, [{ date: '2026-03-03', time: '10:00', stage: 'Visite' }], /^confirm:/],
    ] as const)
      assertFailure(await change(entry, ...actions), 400, 'INVALID', field);
    const { database } = house.service;
    await execute(database, `update templates set text = '{téléphone}' where use = 'visit'`);
    await execute(database, `update establishments set details = '{"email":"${residence}"}' where id = 3`);
    assertFailure(await change(id, visit), 400, 'INVALID', /^text: .*\{téléphone\}/);
    await execute(database, `update templates set active = 0 where use = 'visit'`);
    assertFailure(await change(id, visit), 400, 'INVALID', /^confirm: .*template/);
    const { actions, letters } = await ok<{ actions: unknown[]; letters: unknown[] }>(
      direction.get(`/desk/entries/${id}`),
    );
    assert.deepEqual([actions, letters], [[], []]);
  });
});

onOneEngine('a reminder', (engine) => {
  beforeEach(async () => {
    await open(engine);
    await newFamily();
  });
  afterEach(() => house.close());

  it('once, from 10:00 on the eve', async () => {
    const id = await lead();
    await confirmed(id, visit);
    await quietly(await lead(), visit);
    await received();
    assert.deepEqual(await arrives('2026-03-08', '10:00'), [], 'two days before');
    assert.deepEqual(await arrives('2026-03-09', '09:57'), []);
    const [mail, ...others] = await arrives('2026-03-09', '10:00');
    assert.deepEqual([mail?.to, others], [[claire], []]);
    assert.match(mail?.headers.subject ?? '', /^Votre visite de demain à 14/);
    assert.match(mail?.body ?? '', /^Madame Martin,\s+Nous vous attendons demain, mardi 10 mars/);
    assert.equal(mail?.headers['auto-submitted'], 'auto-generated');
    assert.deepEqual(await arrives('2026-03-09', '18:00'), []);
    assert.deepEqual(await arrives('2026-03-10', '10:00'), []);
    await signInAgain();
    const { history } = await ok<{ history: object[] }>(direction.get(`/desk/entries/${id}`));
    assert.partialDeepStrictEqual(history[0], { author: 'accueil', change: 'written' });
  });

  it('none when moved, cancelled or done', async () => {
    const [moved, cancelled, away, off] = [await lead(), await lead(), await lead(), await lead()];
    const elsewhere = await lead();
    for (const id of [moved, cancelled, away, off, elsewhere]) {
      await confirmed(id, visit);
      await received();
    }
    await quietly(moved, { position: 0, date: '2026-03-11' });
    await quietly(cancelled, { position: 0, outcome: 'cancelled' });
    await quietly(away, { position: 0, done: true, date: '2026-03-04' });
    await execute(house.service.database, `update entries set spam = 1 where id = ${off}`);
    await execute(house.service.database, `update entries set establishment_id = 4 where id = ${elsewhere}`);
    at(instantIn('Europe/Paris', '2026-03-08', '10:01'));
    await signInAgain();
    await confirmed(await lead(), visit);
    assert.equal((await received()).length, 1);
    assert.deepEqual(await arrives('2026-03-09', '10:00'), []);
    await execute(house.service.database, `update templates set active = 0 where use = 'reminder'`);
    assert.deepEqual(await arrives('2026-03-10', '10:00'), []);
    await execute(house.service.database, `update templates set active = 1 where use = 'reminder'`);
    assert.equal((await arrives('2026-03-10', '10:02')).length, 1, 'the moved one, on its new eve');
  });

  it('local time at Saint-Denis', async () => {
    // The day begins three hours before that of Paris.
    at('2026-12-07T20:30:00.000Z');
    await isIn('97400');
    const id = await lead();
    const past = await direction.patch(`/desk/entries/${id}`, {
      actions: [{ ...visit, date: '2026-12-07' }],
    });
    assertFailure(past, 400, 'INVALID', /^date: expected today/);
    await confirmed(id, { ...visit, date: '2026-12-10' });
    const [mail] = await received();
    assert.ok(mail);
    assert.match(mail.headers.subject ?? '', /à 14\u00A0h\u00A030/);
    assert.equal(read(mail).of('DTSTART'), 'DTSTART:20261210T103000Z');
    const { url } = await ok<{ url: string }>(direction.post('/desk/calendars', {}));
    assert.match((await house.service.get(new URL(url).pathname)).body, /DTSTART:20261210T103000Z/);
    assert.deepEqual(await arrives('2026-12-09', '06:57'), []);
    assert.equal((await arrives('2026-12-09', '07:00')).length, 1, 'at 10:00 there');
  });

  it('no handing over with an announced visit', async () => {
    const id = await lead();
    const assign = () => direction.post(`/desk/entries/${id}/assign`, { establishmentId: 5 });
    await confirmed(id, visit);
    assertFailure(await assign(), 409, 'CONFLICT', /^establishmentId: the family was told/);
    const elsewhere = await send(house.service, 'elsewhere', {}, 'etablissement/5/commercial/create');
    const everywhere = await signIn(house.service);
    const united = await everywhere.post(`/desk/entries/${id}/duplicate`, { of: elsewhere });
    assertFailure(united, 409, 'CONFLICT', /^of: the family was told/);
    await confirmed(id, { position: 0, outcome: 'cancelled' });
    await ok(assign());
    await received();
  });

  it('none again after a restore', async () => {
    const restoredAt = (day: string, time: string) =>
      house.service.database.write(giveUpRestored, { until: null }, instantIn('Europe/Paris', day, time));
    await confirmed(await lead(), visit);
    await confirmed(await lead(), { ...visit, date: '2026-03-11' });
    await received();
    await restoredAt('2026-03-09', '12:00');
    assert.deepEqual(await arrives('2026-03-09', '12:01'), []);
    assert.deepEqual(await arrives('2026-03-09', '18:00'), []);
    await restoredAt('2026-03-10', '08:00');
    assert.equal((await arrives('2026-03-10', '10:00')).length, 1, 'none of this day was sent before 10:00');
  });

  it('written, then cancelled or late', async () => {
    const [cancelled, late] = [await lead(), await lead()];
    for (const id of [cancelled, late]) await confirmed(id, visit);
    await received();
    at(instantIn('Europe/Paris', '2026-03-09', '10:00'));
    await house.round();
    const written = `select id from letters where use = 'reminder'`;
    const reminders = await rows<{ id: number }>(house.service.database, written);
    assert.equal(reminders.length, 2);
    await signInAgain();
    // It would be found and written again.
    assertFailure(await direction.post(`/desk/letters/${reminders[0]?.id}/cancel`), 409, 'CONFLICT');
    await quietly(cancelled, { position: 0, outcome: 'cancelled' });
    at(instantIn('Europe/Paris', '2026-03-10', '00:01'));
    await house.round();
    assert.deepEqual(taken(), []);
  });
});

onOneEngine('a visit of two entries that are united', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  const luc = { lastName: 'Martin', email: 'luc.martin@example.org' };
  /** An entry to keep, which has Claire in another place, and nothing planned. */
  const keptLead = () => lead({ commercialrelations: [luc, { email: claire, phone: '06 39 98 12 34' }] });
  const unite = (id: number, of: number | null) =>
    ok(direction.post(`/desk/entries/${id}/duplicate`, { of }));
  const toldOf = async (id: number) =>
    (
      await ok<{ visits: { told: { position: number; person: string }[] } }>(
        direction.get(`/desk/entries/${id}/writing`),
      )
    ).visits.told.map(({ position, person }) => ({ position, person }));

  /** The one mail that arrives, and what its calendar file does. */
  async function event() {
    const [mail, ...others] = await received();
    assert.ok(mail);
    assert.deepEqual(others, []);
    const { method, of, subject = '' } = read(mail);
    return { to: mail.to, subject, method, uid: of('UID'), sequence: Number(of('SEQUENCE')?.split(':')[1]) };
  }

  it('the same event in the calendar', async () => {
    // In whichever case the address is written.
    const first = await lead({ commercialrelations: [{ lastName: 'Martin', email: claire.toUpperCase() }] });
    const kept = await keptLead();
    await confirmed(first, visit);
    const told = await event();
    await unite(first, kept);
    assert.deepEqual(await toldOf(kept), [{ position: 0, person: '1' }]);
    await confirmed(kept, { position: 0, date: '2026-03-12', time: '10:00' });
    const moved = await event();
    assert.deepEqual([moved.to, moved.method, moved.uid], [[claire], 'REQUEST', told.uid]);
    assert.match(moved.subject, /déplacée au jeudi 12 mars/);
    assert.ok(moved.sequence > told.sequence);
    assert.deepEqual(await toldOf(kept), [{ position: 0, person: '1' }]);
    await confirmed(kept, { position: 0, outcome: 'cancelled' });
    const cancelled = await event();
    assert.deepEqual([cancelled.to, cancelled.method, cancelled.uid], [[claire], 'CANCEL', told.uid]);
    assert.ok(cancelled.sequence > moved.sequence);
    assert.deepEqual(await toldOf(kept), []);
  });

  it('united before the mail leaves', async () => {
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    await unite(other, kept);
    assert.equal((await event()).method, 'REQUEST');
  });

  it('no second reminder', async () => {
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    await received();
    assert.equal((await arrives('2026-03-09', '10:00')).length, 1);
    await signInAgain();
    await unite(other, kept);
    assert.deepEqual(await arrives('2026-03-09', '11:00'), []);
  });

  it('moved in one, united again: both visits are there, the family knows one', async () => {
    at('2026-03-04T09:00:00.000Z');
    await signInAgain();
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    await unite(other, kept);
    await confirmed(kept, { position: 0, date: '2026-03-11' });
    await unite(other, null);
    await unite(other, kept);
    await received();
    const { actions } = await ok<{ actions: { date: string }[] }>(direction.get(`/desk/entries/${kept}`));
    assert.deepEqual(actions.map(({ date }) => date).sort(), [visit.date, '2026-03-11']);
    assert.deepEqual(await arrives('2026-03-09', '10:00'), []);
    assert.equal((await arrives('2026-03-10', '10:00')).length, 1);
  });
});
