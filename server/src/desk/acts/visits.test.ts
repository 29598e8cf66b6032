// What a family gets of a visit: in its mailbox and in its calendar.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { type MailHouse, openMailHouse } from '../../../test/fixtures/mail.ts';
import { erase, openOfficer } from '../../../test/fixtures/privacy.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite } from '../../../test/fixtures/service.ts';
import type { ReceivedMail } from '../../../test/fixtures/smtp.ts';
import { hourMs, instantInParis } from '../../clock.ts';
import { giveUpRestored } from '../../outbox/letters-given-up.ts';

const claire = 'claire.martin@example.org';
const residence = 'le-clos-des-vignes@example.org';
const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
const secret = 'Canari : le père a chuté';

let house: MailHouse;
let direction: Desk;
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
  at(instantInParis(day, time));
  await Promise.all([house.round(), house.otherRound()]);
  pass(60_000);
  await Promise.all([house.round(), house.otherRound()]);
  return taken();
}

async function open(engine: Parameters<typeof openMailHouse>[0]): Promise<void> {
  house = await openMailHouse(engine);
  await execute(house.service.database, `update users set mail = 'none'`);
  await signInAgain();
  await ok(direction.put('/desk/session/mail', { mail: 'none' }));
  await execute(house.service.database, `update templates set active = 1 where use <> 'free'`);
}

/** Sessions end while days pass. */
async function signInAgain() {
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }], 'Hélène Faure');
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
  beforeEach(() => open(engine));
  afterEach(() => house.close());

  it('is confirmed, moved and cancelled by mail, and the calendar follows', async () => {
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
    assert.deepEqual(['METHOD', 'DTSTART', 'DTEND', 'STATUS'].map(first.of), [
      'METHOD:REQUEST',
      'DTSTART:20260310T133000Z',
      'DTEND:20260310T143000Z',
      'STATUS:CONFIRMED',
    ]);
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
    assert.deepEqual(['METHOD', 'DTSTART', 'UID'].map(second.of), [
      'METHOD:REQUEST',
      'DTSTART:20260312T090000Z',
      first.of('UID'),
    ]);

    await confirmed(id, { position: 0, outcome: 'cancelled' });
    const [cancelled] = await received();
    assert.ok(cancelled);
    const third = read(cancelled);
    assert.match(third.subject ?? '', /^Votre visite du jeudi 12 mars est annulée /);
    assert.equal(third.method, 'CANCEL');
    assert.deepEqual(['METHOD', 'STATUS', 'UID'].map(third.of), [
      'METHOD:CANCEL',
      'STATUS:CANCELLED',
      first.of('UID'),
    ]);
    const sequences = [first, second, third].map(({ of }) => Number(of('SEQUENCE')?.split(':')[1]));
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((a, b) => a - b),
    );

    const other = await lead();
    await confirmed(other, visit);
    const [another] = await received();
    assert.ok(another && read(another).of('UID') !== first.of('UID'));
  });

  it('is told of when its family is put back among those to call, which can be taken back in time', async () => {
    const id = await lead();
    const toCall = (body: object) => direction.post(`/desk/entries/${id}/to-call`, body);
    assertFailure(await toCall({ to: claire }), 400, 'INVALID', /^to:/);
    await confirmed(id, visit);
    await received();
    assertFailure(await toCall({ confirm: ['email'] }), 400, 'INVALID', /^confirm:/);
    const seen = { withdraw: true, confirm: ['email'], to: 'autre@example.org' };
    assertFailure(await toCall(seen), 409, 'CONFLICT', /^to:/);
    await ok(toCall({ withdraw: true, confirm: ['email'], to: claire }));
    await ok(undo(id));
    assert.deepEqual(await received(), [], 'it takes place after all');
    const { messages } = await ok<{ messages: { id: number }[] }>(
      toCall({ withdraw: true, confirm: ['email'] }),
    );
    const [mail, ...others] = await received();
    assert.ok(mail);
    assert.deepEqual([mail.to, read(mail).method, others], [[claire], 'CANCEL', []]);
    assertFailure(await undo(id), 409, 'CONFLICT', /message has already left/);
    const { history } = await ok<{ history: { change: string; detail: { sent: { id: number }[] } }[] }>(
      direction.get(`/desk/entries/${id}`),
    );
    const sent = history[0]?.detail.sent.map((one) => one.id);
    assert.deepEqual([history[0]?.change, sent], ['to-call', messages.map((one) => one.id)]);
  });

  it('that becomes something else is cancelled, and one that is over is no second one', async () => {
    const id = await lead();
    await quietly(id, { ...visit, date: '2026-03-05' });
    at('2026-03-06T09:00:00Z');
    await signInAgain();
    await confirmed(id, visit);
    assert.equal((await received()).length, 1);
    await confirmed(id, { position: 1, stage: 'Prise de contact', time: '16:00' });
    const [mail] = await received();
    assert.ok(mail);
    assert.match(read(mail).subject ?? '', /^Votre visite du mardi 10 mars est annulée/);
    await confirmed(id, { position: 1, stage: 'Visite', date: '2026-03-12' });
    assert.match((await received())[0]?.headers.subject ?? '', /^Votre visite du jeudi 12 mars à 16/);
    await ok(
      direction.patch(`/desk/entries/${id}`, {
        resultat: 'commercial.resultat.nosuite',
        confirm: ['email'],
      }),
    );
    assert.match((await received())[0]?.headers.subject ?? '', /jeudi 12 mars est annulée/);

    // One that is planned afterwards stays when the reason alone is corrected.
    await confirmed(id, visit);
    assert.equal((await received()).length, 1);
    const corrected = { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' };
    const answer = await direction.patch(`/desk/entries/${id}`, { ...corrected, confirm: ['email'] });
    assertFailure(answer, 400, 'INVALID', /^confirm:/);
    await ok(direction.patch(`/desk/entries/${id}`, corrected));
    assert.deepEqual(await received(), []);
  });

  it('that is taken back within ten seconds is confirmed to nobody; later it has to be cancelled', async () => {
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

  it('is not told of when it is moved, cancelled, done or gone before the mail leaves, or is over', async () => {
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
      const { messages } = await ok<{ messages: { state: string; cause: string }[] }>(
        direction.get(`/desk/entries/${id}`),
      );
      assert.deepEqual(
        messages.map((one) => [one.state, one.cause]),
        [['failed', cause]],
      );
    }
    const late = await lead();
    await confirmed(late, visit);
    at(instantInParis('2026-03-10', '14:31'));
    await house.round();
    assert.deepEqual(taken(), []);
    await signInAgain();
    const again = await lead();
    const next = { ...visit, date: '2026-03-20' };
    await confirmed(again, next);
    await received();
    await confirmed(again, { position: 0, outcome: 'cancelled' });
    await quietly(again, { position: 0, outcome: null });
    assert.deepEqual(await received(), [], 'it takes place after all');
  });

  it('is confirmed by the same mail once more, when nobody knows whether it has arrived', async () => {
    await confirmed(await lead(), visit);
    house.smtp.cutsAfterData = true;
    const [first] = await received();
    house.smtp.cutsAfterData = false;
    pass(hourMs);
    await house.round();
    const [again, ...others] = taken();
    assert.ok(first && again);
    assert.deepEqual([again.headers['message-id'], others], [first.headers['message-id'], []]);
    assert.equal(read(again).of('SEQUENCE'), read(first).of('SEQUENCE'));
  });
});

onSqlite('a visit', (engine) => {
  beforeEach(() => open(engine));
  afterEach(() => house.close());

  it('is told of with the template of its residence, to the person who was chosen, or was told before', async () => {
    const administrator = await signIn(house.service);
    const own = { establishmentId: 3, use: 'visit', about: null, name: 'À nous', active: true };
    const { id: template } = await ok<{ id: number }>(
      administrator.post('/desk/templates', {
        ...own,
        subject: 'Le {date}',
        text: '{salutation}, à {heure}',
      }),
    );
    assertFailure(
      await administrator.patch(`/desk/templates/${template}`, { use: 'free' }),
      400,
      'INVALID',
      /use/,
    );
    const luc = 'luc.martin@example.org';
    const id = await lead({
      commercialrelations: [
        { lastName: 'Martin', email: luc },
        { email: claire, phone: '06 39 98 12 34' },
      ],
    });
    await confirmed(id, visit);
    const [first] = await received();
    assert.deepEqual([first?.to, first?.headers.subject], [[claire], `Le mardi 10 mars [n° ${id}]`]);
    await ok(
      direction.patch(`/desk/entries/${id}`, {
        actions: [{ position: 0, time: '15:00' }],
        confirm: ['email'],
        person: 0,
      }),
    );
    assert.deepEqual((await received())[0]?.to, [luc]);
    const writing = await ok<{ visits: unknown; templates: unknown[] }>(
      direction.get(`/desk/entries/${id}/writing`),
    );
    assert.deepEqual(writing.visits, {
      uses: ['visit', 'visit-moved', 'visit-cancelled'].map((use) => ({ use, channel: 'email' })),
      told: [{ position: 0, channel: 'email', person: '0' }],
    });
    assert.deepEqual(writing.templates, []);
    await confirmed(id, { position: 0, outcome: 'cancelled' });
    assert.deepEqual((await received())[0]?.to, [luc], 'who knows of it');
  });

  it('that was moved without a word can be told of afterwards', async () => {
    const id = await lead();
    await confirmed(id, visit);
    await received();
    await quietly(id, { position: 0, time: '16:00' });
    await confirmed(id, { position: 0, time: '16:00' });
    assert.match((await received())[0]?.headers.subject ?? '', /déplacée au mardi 10 mars à 16/);
    await confirmed(id, { position: 0 });
    assert.match((await received())[0]?.headers.subject ?? '', /^Votre visite du mardi 10 mars à 16/);
    const result = { resultat: 'commercial.resultat.nosuite', confirm: ['email'] };
    await ok(direction.patch(`/desk/entries/${id}`, result));
    assert.match((await received())[0]?.headers.subject ?? '', /annulée/, 'a result cancels it');
  });

  it('is not told of without an address, a time, a template or one visit: that is named, and nothing changes', async () => {
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
    const details = `update establishments set details = '{"email":"${residence}"}' where id = 3`;
    await execute(database, details);
    assertFailure(await change(id, visit), 400, 'INVALID', /^text: .*\{téléphone\}/);
    await execute(database, `update templates set active = 0 where use = 'visit'`);
    assertFailure(await change(id, visit), 400, 'INVALID', /^confirm: .*template/);
    const { actions, messages } = await ok<{ actions: unknown[]; messages: unknown[] }>(
      direction.get(`/desk/entries/${id}`),
    );
    assert.deepEqual([actions, messages], [[], []]);
  });
});

onOneEngine('a reminder', (engine) => {
  beforeEach(() => open(engine));
  afterEach(() => house.close());

  it('comes once, from 10:00 on the eve of a visit that was confirmed, to who knows of it', async () => {
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
    const { history, messages } = await ok<{
      history: { author: string; change: string }[];
      messages: object[];
    }>(direction.get(`/desk/entries/${id}`));
    assert.deepEqual([history[0]?.author, history[0]?.change, messages.length], ['accueil', 'written', 2]);
  });

  it('does not come for a visit that is moved, cancelled, done or freshly confirmed, or when it is off', async () => {
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
    at(instantInParis('2026-03-08', '10:01'));
    await signInAgain();
    await confirmed(await lead(), visit);
    assert.equal((await received()).length, 1);
    assert.deepEqual(await arrives('2026-03-09', '10:00'), []);
    await execute(house.service.database, `update templates set active = 0 where use = 'reminder'`);
    assert.deepEqual(await arrives('2026-03-10', '10:00'), []);
    await execute(house.service.database, `update templates set active = 1 where use = 'reminder'`);
    assert.equal((await arrives('2026-03-10', '10:02')).length, 1, 'the moved one, on its new eve');
  });

  it('does not come again on the day on which the database was restored', async () => {
    const restoredAt = (day: string, time: string) =>
      house.service.database.write(giveUpRestored, { until: null }, instantInParis(day, time));
    await confirmed(await lead(), visit);
    await confirmed(await lead(), { ...visit, date: '2026-03-11' });
    await received();
    await restoredAt('2026-03-09', '12:00');
    assert.deepEqual(await arrives('2026-03-09', '12:01'), []);
    assert.deepEqual(await arrives('2026-03-09', '18:00'), []);
    await restoredAt('2026-03-10', '08:00');
    assert.equal((await arrives('2026-03-10', '10:00')).length, 1, 'none of this day was sent before 10:00');
  });

  it('that is written does not leave once its visit is cancelled, nor on the day that it calls tomorrow', async () => {
    const [cancelled, late] = [await lead(), await lead()];
    for (const id of [cancelled, late]) await confirmed(id, visit);
    await received();
    at(instantInParis('2026-03-09', '10:00'));
    await house.round();
    const written = `select id from mails where use = 'reminder'`;
    const reminders = await rows<{ id: number }>(house.service.database, written);
    assert.equal(reminders.length, 2);
    await signInAgain();
    // It would be found and written again.
    assertFailure(await direction.post(`/desk/messages/${reminders[0]?.id}/cancel`), 409, 'CONFLICT');
    await quietly(cancelled, { position: 0, outcome: 'cancelled' });
    at(instantInParis('2026-03-10', '00:01'));
    await house.round();
    assert.deepEqual(taken(), []);
  });

  for (const [eve, day, start] of [
    ['2026-03-28', '2026-03-29', '20260329T090000Z'],
    ['2026-10-24', '2026-10-25', '20261025T100000Z'],
  ] as const)
    it(`comes at 10:00 on ${eve}, when clocks change in the night`, async () => {
      at(`${eve.slice(0, 8)}20T09:00:00Z`);
      await signInAgain();
      await confirmed(await lead(), { ...visit, date: day, time: '11:00' });
      const [mail] = await received();
      assert.ok(mail);
      assert.equal(read(mail).of('DTSTART'), `DTSTART:${start}`);
      assert.deepEqual(await arrives(eve, '09:57'), []);
      assert.equal((await arrives(eve, '10:00')).length, 1);
      assert.deepEqual(await arrives(eve, '11:00'), []);
    });
});

onOneEngine('a visit of two entries that are united', (engine) => {
  beforeEach(() => open(engine));
  afterEach(() => house.close());

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

  it('is the same one in the calendar of the family, and told to who knows of it', async () => {
    const [first, second, kept] = [await lead(), await lead(), await keptLead()];
    await confirmed(first, visit);
    const told = await event();
    await unite(first, second);
    await unite(second, kept);
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

  it('stays the same one when both had it planned, and once the other entry is erased', async () => {
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    const told = await event();
    await quietly(kept, visit);
    await unite(other, kept);
    assert.deepEqual(await toldOf(kept), [{ position: 0, person: '1' }]);
    await erase(await openOfficer(house.service), other);
    await confirmed(kept, { position: 0, outcome: 'cancelled' });
    const cancelled = await event();
    assert.deepEqual([cancelled.method, cancelled.uid], ['CANCEL', told.uid]);
  });

  it('is confirmed also when they are united before the mail has left', async () => {
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    await unite(other, kept);
    assert.equal((await event()).method, 'REQUEST');
    const [another, twice] = [await lead(), await keptLead()];
    await confirmed(another, visit);
    await unite(another, twice);
    await quietly(twice, { position: 0, time: '15:00' });
    assert.deepEqual(await received(), [], 'it was moved');
  });

  it('is reminded of once, each of two on a day, and none that was cancelled or replaced', async () => {
    const [one, two, kept] = [await lead(), await lead(), await keptLead()];
    await confirmed(one, visit);
    await confirmed(two, { ...visit, time: '16:00' });
    await confirmed(kept, { ...visit, time: '17:00' });
    await received();
    for (const id of [one, two]) await unite(id, kept);
    await quietly(kept, { position: 0, outcome: 'cancelled' });
    const subjects = (await arrives('2026-03-09', '10:00')).map(({ to, headers }) => [to, headers.subject]);
    assert.deepEqual(
      subjects.toSorted(),
      ['14\u00A0h\u00A030', '16\u00A0h'].map((time) => [
        [claire],
        `Votre visite de demain à ${time} [n° ${kept}]`,
      ]),
    );
    assert.deepEqual(await arrives('2026-03-09', '18:00'), []);
  });

  it('is not reminded of again when that was done before they were united', async () => {
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    await received();
    assert.equal((await arrives('2026-03-09', '10:00')).length, 1);
    await signInAgain();
    await unite(other, kept);
    assert.deepEqual(await arrives('2026-03-09', '11:00'), []);
  });

  it('is that of its own entry again after a separation, unless the family was told otherwise by the kept one', async () => {
    const [back, stays, kept, other] = [await lead(), await lead(), await keptLead(), await keptLead()];
    for (const id of [back, stays]) await confirmed(id, visit);
    await received();
    await unite(back, kept);
    await unite(stays, other);
    await confirmed(other, { position: 0, date: '2026-03-11' });
    await received();
    for (const id of [back, stays]) await unite(id, null);
    assert.deepEqual(await Promise.all([back, stays, kept, other].map(toldOf)), [
      [{ position: 0, person: '0' }],
      [],
      [],
      [{ position: 0, person: '1' }],
    ]);
    const subjects = async (day: string) =>
      (await arrives(day, '10:00')).map(({ headers }) => headers.subject?.replace(/.* /, ''));
    assert.deepEqual(await subjects('2026-03-09'), [`${back}]`]);
    await signInAgain();
    await unite(stays, other);
    assert.deepEqual(
      await toldOf(other),
      [{ position: 0, person: '1' }],
      'the day that is gone is told to nobody',
    );
    assert.deepEqual(await subjects('2026-03-10'), [`${other}]`]);
  });

  it('is not planned again when another entry is separated after it was cancelled or moved', async () => {
    for (const change of [{ outcome: 'cancelled' }, { date: '2026-03-11' }]) {
      const [first, other, kept] = [await lead(), await lead(), await keptLead()];
      await confirmed(other, visit);
      for (const id of [first, other]) await unite(id, kept);
      await quietly(kept, { position: 0, ...change });
      const planned = () =>
        rows(house.service.database, `select date, outcome from actions where entry_id = ${kept}`);
      const before = await planned();
      await unite(first, null);
      assert.deepEqual(await planned(), before);
    }
  });

  it('is that of who got the message, in whichever case the address is written', async () => {
    const other = await lead({
      commercialrelations: [{ lastName: 'Martin', email: 'Claire.Martin@Example.org' }],
    });
    const kept = await keptLead();
    await confirmed(other, visit);
    await received();
    await unite(other, kept);
    assert.deepEqual(await toldOf(kept), [{ position: 0, person: '1' }]);
    await confirmed(kept, { position: 0, outcome: 'cancelled' });
    assert.deepEqual((await event()).to, [claire]);
  });

  it('that both had planned is known as told with the kept one also after a separation', async () => {
    const [other, kept] = [await lead(), await keptLead()];
    await confirmed(other, visit);
    await quietly(kept, visit);
    await unite(other, kept);
    await confirmed(kept, { position: 0, date: '2026-03-11' });
    await received();
    await unite(other, null);
    assert.deepEqual(await toldOf(kept), [{ position: 0, person: '1' }]);
  });

  it('is on the day that was told last, in whichever direction they are united again', async () => {
    for (const isBack of [true, false]) {
      const [first, then] = [await lead(), await keptLead()];
      const subjects = async (day: string) =>
        (await arrives(day, '10:00')).map(({ headers }) => headers.subject?.replace(/.* /, ''));
      await signInAgain();
      await confirmed(first, visit);
      const told = await event();
      await unite(first, then);
      await confirmed(then, { position: 0, date: '2026-03-11' });
      await event();
      await unite(first, null);
      const kept = isBack ? first : then;
      await unite(isBack ? then : first, kept);
      const [known, ...others] = await toldOf(kept);
      assert.deepEqual(others, [], 'one of both days');
      const { date } = (await ok<{ actions: { date: string }[] }>(direction.get(`/desk/entries/${kept}`)))
        .actions[known?.position ?? -1] ?? { date: null };
      assert.equal(date, '2026-03-11');
      assert.deepEqual(await subjects('2026-03-09'), []);
      assert.deepEqual(await subjects('2026-03-10'), [`${kept}]`]);
      at('2026-03-05T09:00:00Z');
      await signInAgain();
      await confirmed(kept, { position: known?.position ?? -1, outcome: 'cancelled' });
      const { method, uid } = await event();
      assert.deepEqual([method, uid], ['CANCEL', told.uid]);
    }
  });

  it('that the kept one has told of stays there, also when it was not moved', async () => {
    for (const tells of [true, false]) {
      const [other, kept] = [await lead(), await keptLead()];
      await (tells ? confirmed : quietly)(other, visit);
      await received();
      await unite(other, kept);
      await confirmed(kept, { position: 0, date: visit.date });
      await received();
      await unite(other, null);
      assert.deepEqual(
        [await toldOf(kept), await toldOf(other)],
        [[{ position: 0, person: '1' }], []],
        'otherwise nobody would remind of it',
      );
    }
  });
});
