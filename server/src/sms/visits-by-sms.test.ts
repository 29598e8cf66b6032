// Visits of which a family is told by SMS, alone or beside an e-mail, and reminded.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { type MailHouse, openMailHouse } from '../../test/fixtures/mail.ts';
import { execute, rows } from '../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite } from '../../test/fixtures/service.ts';
import { openSmsGateway } from '../../test/fixtures/sms-gateway.ts';
import { instantInParis } from '../clock.ts';
import type { Engine } from '../store/dialect.ts';

const claire = 'claire.martin@example.org';
const mobile = '06 39 98 12 34';
const plus33 = '+33639981234';
// A Tuesday.
const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
const both = { confirm: ['email', 'sms'], to: claire, mobile: plus33 };
const bySms = { confirm: ['sms'] };

let house: MailHouse;
let gateway: Awaited<ReturnType<typeof openSmsGateway>>;
let direction: Desk;
let sent = 0;

const at = (day: string, time: string) => {
  house.service.clock.now = instantInParis(day, time);
};
const lead = (person: object = {}) =>
  send(house.service, `sms-visit-${++sent}`, {
    commercialrelations: [{ lastName: 'Martin', email: claire, cellphone: mobile, ...person }],
  });
const change = (id: number, action: object, how: object) =>
  direction.patch(`/desk/entries/${id}`, { actions: [action], ...how });
const tell = (id: number, action: object, how: object) =>
  ok<{ messages: { id: number; sendsAt: string }[] }>(change(id, action, how));
const writing = (id: number) =>
  ok<{ visits: { uses: object[]; told: object[] } }>(direction.get(`/desk/entries/${id}/writing`));

/** Subjects of mails and texts of SMS that arrive within a minute, with two processes. */
async function arrives() {
  for (const ms of [10_000, 60_000]) {
    house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
    await Promise.all([house.round(), house.otherRound()]);
  }
  const mails = house.smtp.take().map(({ headers }) => headers.subject ?? '');
  return [...mails, ...gateway.take().map(({ content }) => content)];
}
async function arrivesAt(day: string, time: string) {
  at(day, time);
  return arrives();
}
const failed = () => rows(house.service.database, `select id from mails where state = 'failed'`);

/** Sessions end while days pass. */
async function enter() {
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }], 'Hélène Faure');
}

async function open(engine: Engine): Promise<void> {
  gateway = await openSmsGateway();
  house = await openMailHouse(engine, { env: gateway.env });
  at('2026-03-04', '10:00');
  await enter();
  await execute(house.service.database, `update users set mail = 'none'`);
  await execute(house.service.database, `update templates set active = 1 where use <> 'free'`);
}
async function close(): Promise<void> {
  await house.close();
  await gateway.receiver.close();
}

onOneEngine('a visit by SMS', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('is confirmed, moved and cancelled beside the e-mail, each as the family was told before, and the eve reminds by both', async () => {
    const id = await lead();
    await tell(id, visit, both);
    assert.deepEqual(await arrives(), [
      `Votre visite du mardi 10 mars à 14\u00A0h\u00A030 [n° ${id}]`,
      'Bonjour, nous vous attendons le mardi 10 mars à 14 h 30 : Le Clos des Vignes, 3 chemin des Coteaux, 49400 Saumur. Pour changer de moment : 02 61 91 00 30.',
    ]);
    assert.deepEqual((await writing(id)).visits.told, [
      { position: 0, channel: 'email', person: '0' },
      { position: 0, channel: 'sms', person: '0' },
    ]);
    await tell(id, { position: 0, time: '16:00' }, both);
    const [mail, text] = await arrives();
    assert.match(mail ?? '', /déplacée au mardi 10 mars à 16/);
    assert.match(text ?? '', /visite est déplacée : .* mardi 10 mars à 16 h, Le Clos/);
    assert.deepEqual(await arrivesAt('2026-03-09', '09:50'), []);
    const reminders = await arrivesAt('2026-03-09', '10:00');
    assert.equal(reminders.length, 2, 'one by each channel, from two processes');
    assert.match(reminders[1] ?? '', /^Petit rappel : nous vous attendons le mardi 10 mars à 16 h, Le Clos/);
    assert.deepEqual(await arrivesAt('2026-03-09', '12:00'), []);
    await enter();
    await tell(id, { position: 0, outcome: 'cancelled' }, both);
    assert.match((await arrives()).join('\n'), /annulée[\s\S]*du mardi 10 mars à 16 h n'aura pas lieu/);
    assert.deepEqual((await writing(id)).visits.told, []);
  });

  it('goes by the channel that is named alone, and so does its reminder', async () => {
    const [texted, mailed] = [await lead(), await lead()];
    await tell(texted, visit, bySms);
    await tell(mailed, visit, { confirm: ['email'] });
    assert.equal((await arrives()).length, 2);
    const [mail, text, ...others] = await arrivesAt('2026-03-09', '10:00');
    assert.match(mail ?? '', new RegExp(`de demain .*n° ${mailed}`));
    assert.match(text ?? '', /^Petit rappel/);
    assert.deepEqual(others, []);
  });

  it('is taken back with both messages, or not at all', async () => {
    const id = await lead();
    await tell(id, visit, both);
    await ok(direction.post(`/desk/entries/${id}/undo`, {}));
    assert.deepEqual(await arrives(), []);
    at('2026-03-04', '21:00');
    await enter();
    await tell(id, visit, both);
    assert.equal((await arrives()).length, 1, 'the SMS waits for the morning');
    assertFailure(await direction.post(`/desk/entries/${id}/undo`, {}), 409, 'CONFLICT', /already left/);
    assert.match((await arrivesAt('2026-03-05', '08:00')).join(), /^Bonjour, nous vous attendons/);
  });
});

onSqlite('a visit by SMS', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('needs a number, a template that is on, SMS that are on and a moment before the visit: that is named, and nothing changes', async () => {
    const id = await lead();
    const fixed = await lead({ cellphone: '03 53 01 22 33' });
    assertFailure(await change(fixed, visit, bySms), 400, 'INVALID', /^person: .*mobile number/);
    assertFailure(await change(fixed, visit, both), 400, 'INVALID', /^person: .*mobile number/);
    assertFailure(await change(id, visit, { ...both, mobile: '+33639980000' }), 409, 'CONFLICT', /^to: /);
    for (const how of [{ mobile: plus33 }, { confirm: ['email'], mobile: plus33 }])
      assertFailure(await change(id, visit, how), 400, 'INVALID', /^mobile:/);
    assertFailure(await change(id, visit, { ...bySms, to: claire }), 400, 'INVALID', /^to:/);
    assertFailure(await change(id, visit, { confirm: ['sms', 'sms'] }), 400, 'INVALID', /^confirm/);
    at('2026-03-07', '20:30');
    await enter();
    const sunday = { ...visit, date: '2026-03-08', time: '15:00' };
    assertFailure(await change(id, sunday, bySms), 400, 'INVALID', /^confirm: .*2026-03-09T07:00/);
    await execute(
      house.service.database,
      `update templates set active = 0 where use = 'visit' and channel = 'sms'`,
    );
    assertFailure(await change(id, visit, both), 400, 'INVALID', /^confirm: .*`visit` by `sms`/);
    assert.deepEqual((await writing(id)).visits.uses, [
      { use: 'visit', channel: 'email' },
      { use: 'visit-moved', channel: 'email' },
      { use: 'visit-moved', channel: 'sms' },
      { use: 'visit-cancelled', channel: 'email' },
      { use: 'visit-cancelled', channel: 'sms' },
    ]);
    const { messages, actions } = await ok<{ messages: object[]; actions: object[] }>(
      direction.get(`/desk/entries/${id}`),
    );
    assert.deepEqual([messages, actions], [[], []]);
  });

  it('is reminded of on Monday morning over a Sunday, by the clock of the number, unless two hours are not left', async () => {
    const monday = { ...visit, date: '2026-03-16' };
    for (const time of ['10:00', '10:15', '14:00']) await tell(await lead(), { ...monday, time }, bySms);
    // In Martinique it is 8:00 when it is 13:00 in Paris.
    await tell(await lead({ cellphone: '06 96 00 00 00' }), { ...monday, time: '15:30' }, bySms);
    await tell(await lead({ cellphone: '06 96 00 00 01' }), { ...monday, time: '14:59' }, bySms);
    assert.equal((await arrivesAt('2026-03-04', '14:00')).length, 5);
    assert.deepEqual(await arrivesAt('2026-03-15', '10:00'), []);
    assert.deepEqual(await arrivesAt('2026-03-15', '19:00'), []);
    assert.deepEqual(await arrivesAt('2026-03-16', '07:50'), []);
    const texts = [...(await arrivesAt('2026-03-16', '08:00')), ...(await arrivesAt('2026-03-16', '13:00'))];
    assert.deepEqual(
      texts.map((text) => /à (\d+ h(?: \d+)?),/.exec(text)?.[1]),
      ['10 h 15', '14 h', '15 h 30'],
    );
    assert.deepEqual(await failed(), [], 'nothing to alarm staff');
  });

  it('is not reminded of later than two hours before it, nor of one that was moved while the SMS waits', async () => {
    const [late, moved] = [await lead(), await lead()];
    await tell(late, { ...visit, date: '2026-03-16', time: '11:00' }, bySms);
    await tell(moved, { ...visit, date: '2026-03-16', time: '15:00' }, bySms);
    await arrives();
    at('2026-03-15', '10:00');
    await house.round();
    await enter();
    await tell(moved, { position: 0, date: '2026-03-17' }, {});
    assert.deepEqual(await arrivesAt('2026-03-16', '09:00'), []);
    assert.equal((await failed()).length, 2);
  });
});
