// SMS that staff write, from the desk to a gateway that speaks as Brevo does.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { type MailService, mailProcess, openMailService } from '../../test/fixtures/mail.ts';
import { correctWithoutTrace, erase, hold, openOfficer, openRequest } from '../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite } from '../../test/fixtures/service.ts';
import { openSmsGateway } from '../../test/fixtures/sms-gateway.ts';
import { dayMs, hourMs, instantIn, minuteMs } from '../clock.ts';
import { parseConfig } from '../config.ts';
import type { Engine } from '../store/dialect.ts';
import { filled } from './settings.ts';

const mobile = '06 39 98 12 34';
const number33 = '33639981234';
const publicUrl = 'https://accueil.example.org';
const link = `${publicUrl}/o/${'x'.repeat(65)}3`;
const claire = 'claire.martin@example.org';
const plus33 = `+${number33}`;
// A Tuesday.
const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
const both = { confirm: ['email', 'sms'], to: claire, mobile: plus33 };
const bySms = { confirm: ['sms'] };
const agreement = { consentementSource: 'Au téléphone', consentementLe: '2026-03-04' };
const sms = { person: 0, channel: 'sms', text: 'Bonjour, votre visite est confirmée demain à 15 h. Le Clos' };

let house: MailService;
let gateway: Awaited<ReturnType<typeof openSmsGateway>>;
let direction: Desk;
let sent = 0;

const pass = (ms: number) => {
  house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
};
const at = (time: string) => {
  house.service.clock.now = new Date(time);
};
const atInParis = (day: string, time: string) => {
  house.service.clock.now = instantIn('Europe/Paris', day, time);
};
const enter = async () => {
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
  await ok(direction.put('/desk/session/mail', { mail: 'none' }));
};
const lead = (person: object = {}) =>
  send(house.service, `sms-${++sent}`, {
    consentementSms: 'oui',
    commercialrelations: [{ lastName: 'Martin', email: claire, cellphone: mobile, ...person }],
  });
const write = (id: number, body: object = {}) =>
  direction.post(`/desk/entries/${id}/letters`, { ...sms, ...body });
const written = (id: number, body: object = {}) => ok<{ id: number; sendsAt: string }>(write(id, body));
async function received() {
  pass(10_000);
  await house.round();
  return gateway.take();
}
const states = () =>
  rows<{ state: string; attempts: number; cause: string | null; at: string | null }>(
    house.service.database,
    `select state, attempts, failure_reason as cause, next_at as at from letters where channel = 'sms' order by id`,
  );
/** A lead 91 days after its last contact, whose family has agreed to this. */
async function oldLead(agreed: object, person?: object): Promise<number> {
  const id = await lead(person);
  await ok(direction.post(`/desk/entries/${id}/consent`, { ...agreement, ...agreed }));
  pass(91 * dayMs);
  await enter();
  return id;
}
const shown = (id: number) =>
  ok<{ flagged: boolean; letters: { channel: string; to: string; subject: string; cause: string }[] }>(
    direction.get(`/desk/entries/${id}`),
  );

const change = (id: number, action: object, how: object) =>
  direction.patch(`/desk/entries/${id}`, { actions: [action], ...how });
const tell = (id: number, action: object, how: object) =>
  ok<{ letters: { id: number; sendsAt: string }[] }>(change(id, action, how));
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
  atInParis(day, time);
  return arrives();
}
const failed = () => rows(house.service.database, `select id from letters where state = 'failed'`);

/** One service for the tests of a suite, each of which finds no message, visit or objection. */
function withService(engine: Engine): void {
  before(async () => {
    gateway = await openSmsGateway();
    house = await openMailService(engine, { env: { ...gateway.env, PUBLIC_URL: publicUrl } });
  });
  beforeEach(async () => {
    await house.reset();
    const { database } = house.service;
    for (const table of ['objections', 'actions']) await execute(database, `delete from ${table}`);
    await execute(database, `update templates set active = 1 where use like 'visit%' or use = 'reminder'`);
    gateway.answer = undefined;
    gateway.take();
    await enter();
  });
  after(async () => {
    await house.close();
    await gateway.receiver.close();
  });
}
/** Another service, with other settings. */
async function inService(env: Record<string, string>, test: () => Promise<void>) {
  const own = [house, direction] as const;
  house = await openMailService('sqlite', { env });
  try {
    await enter();
    await test();
  } finally {
    await house.close();
    [house, direction] = own;
  }
}

onOneEngine('SMS to families', (engine) => {
  withService(engine);

  it('an SMS reaches the gateway as it was typed, and stands in the entry', async () => {
    const id = await lead();
    const text = 'Œuvre "d’été" {"to":"1"},"recipient":"33639980000\n\\ 🌷';
    const { sendsAt } = await written(id, { text });
    assert.equal(Date.parse(sendsAt) - house.service.clock.now.getTime(), 10_000);
    await house.round();
    assert.deepEqual(gateway.take(), [], 'not within ten seconds');
    assert.deepEqual(await received(), [
      {
        ...{ sender: 'LesTilleuls', recipient: number33, content: text },
        ...{ type: 'transactional', unicodeEnabled: true },
      },
    ]);
    const { letters } = await shown(id);
    assert.partialDeepStrictEqual(letters, [{ channel: 'sms', to: `+${number33}`, subject: '' }]);
    assert.equal((await states())[0]?.state, 'sent');
    pass(dayMs);
    assert.deepEqual(await received(), []);
    assert.equal(
      house.service.log.some((line) => line.includes(number33) || line.includes(gateway.key)),
      false,
    );
  });

  it('an SMS waits for a working morning, and can be taken back until then', async () => {
    // Saturday evening before Easter Sunday: Monday is a holiday.
    at('2026-04-04T18:30:00.000Z');
    await enter();
    const id = await lead();
    const [first, second] = [await written(id), await written(id)];
    for (const { sendsAt } of [first, second]) assert.equal(sendsAt, '2026-04-07T06:00:00.000Z');
    assert.deepEqual(await received(), []);
    at('2026-04-06T10:00:00.000Z');
    await house.otherRound();
    assert.deepEqual(await received(), []);
    for (const { attempts } of await states()) assert.equal(attempts, 0);
    await enter();
    await ok(direction.post(`/desk/letters/${first.id}/cancel`));
    at('2026-04-07T05:59:49.000Z');
    assert.deepEqual(await received(), []);
    at('2026-04-07T06:00:00.000Z');
    assert.equal((await received()).length, 1);
    await enter();
    assertFailure(await direction.post(`/desk/letters/${second.id}/cancel`), 409, 'CONFLICT', /left/);
  });

  it('an SMS is retried as late as the gateway asks, and never at night', async () => {
    const id = await lead();
    await written(id);
    for (const status of [408, 425, 500, 503]) {
      gateway.answer = { status };
      assert.deepEqual(await received(), []);
      const [found] = await states();
      assert.deepEqual([found?.state, found?.cause], ['pending', `SMS gateway: ${status}`]);
      pass(2 * hourMs);
    }
    at('2026-03-04T18:30:00.000Z');
    gateway.answer = { status: 429, headers: { 'retry-after': '3600' }, body: { code: 'too_many_requests' } };
    assert.deepEqual(await received(), []);
    const [found] = await states();
    assert.equal(found?.cause, 'SMS gateway: 429 too_many_requests');
    assert.equal(new Date(found?.at ?? '').toISOString(), '2026-03-05T07:00:00.000Z');
    gateway.answer = undefined;
    at('2026-03-05T06:59:00.000Z');
    assert.deepEqual(await received(), []);
    at('2026-03-05T07:00:00.000Z');
    assert.equal((await received()).length, 1);
  });

  it('an SMS goes once where the gateway takes it and does not answer', async () => {
    const id = await lead();
    await written(id);
    gateway.answer = { status: 0 };
    assert.equal((await received()).length, 1);
    const [found] = await states();
    assert.equal(found?.state, 'failed');
    assert.match(found?.cause ?? '', /^sms-unanswered: The connection/);
    assert.equal((await shown(id)).flagged, true);
    gateway.answer = undefined;
    pass(2 * dayMs);
    assert.deepEqual(await received(), []);
  });

  it('a refused SMS fails with the cause and flags its entry', async () => {
    const id = await lead();
    for (const [status, code] of [
      [402, 'not_enough_credits'],
      [400, 'invalid_parameter'],
      [401, 'unauthorized'],
    ] as const) {
      await written(id);
      gateway.answer = { status, body: { code, message: `${number33} is not served` } };
      assert.deepEqual(await received(), []);
      const found = (await states()).at(-1);
      const cause = `SMS gateway: ${status} ${code}`;
      assert.deepEqual([found?.state, found?.cause], ['failed', cause]);
    }
    const { flagged, letters } = await shown(id);
    assert.equal(flagged, true);
    assert.equal(letters[0]?.cause, 'SMS gateway: 401 unauthorized');
    pass(2 * dayMs);
    gateway.answer = undefined;
    assert.deepEqual(await received(), []);
  });

  it('SMS go while all that goes to the mail server hangs', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 6; i++)
      ids.push(await lead({ email: `p${i}@example.org`, cellphone: `06 39 98 00 0${i}` }));
    const mail = { channel: 'email', subject: 'Votre visite', text: 'Bonjour.' };
    const texts = Promise.withResolvers<void>();
    // The mail server answers once the gateway has had its SMS.
    house.smtp.beforeAnswer = () => texts.promise;
    for (const id of ids) await written(id);
    for (const id of ids) await written(id, mail);
    const { received: requests } = gateway.receiver;
    const earlier = requests.length;
    pass(10_000);
    const running = house.round();
    while (requests.length < earlier + 6) await setImmediate();
    texts.resolve();
    await running;
    assert.deepEqual([gateway.take().length, house.smtp.take().length], [6, 6]);
  });

  it('no SMS goes about an erased or limited entry, or to who has objected', async () => {
    const officer = await openOfficer(house.service);
    const [erased, limited, objecting, corrected] = [await lead(), await lead(), await lead(), await lead()];
    await written(corrected, { text: 'Canari' });
    assert.equal((await received()).length, 1);
    for (const id of [erased, limited]) await written(id);
    await hold(officer, limited, 'limitation');
    await erase(officer, erased);
    await written(objecting);
    await ok(direction.patch(`/desk/entries/${objecting}`, { resultat: 'commercial.resultat.nosuite' }));
    await ok(officer.post('/desk/privacy/objections', { phone: mobile, objectedOn: '2026-03-04' }));
    assert.deepEqual(await received(), []);
    assert.deepEqual(
      (await states()).map(({ cause }) => cause),
      [null, 'entry-limited', 'objects'],
    );
    assertFailure(await write(objecting), 409, 'CONFLICT', /objects/);
    const relations = [{ position: 0, fields: { cellphone: '06 39 98 99 99' } }];
    const request = await openRequest(officer, [corrected], { kind: 'rectification', people: [0] });
    await ok(correctWithoutTrace(officer, corrected, { relations }, request));
    const left = `select count(*) from letters where entry_id = ${corrected} and recipient is not null`;
    assert.equal(await number(house.service.database, left), 0);
  });

  it('a visit is confirmed, moved, cancelled and reminded of by e-mail and SMS', async () => {
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

  it('a visit and its reminder go by the named channel alone', async () => {
    const [texted, mailed] = [await lead(), await lead()];
    await tell(texted, visit, bySms);
    await tell(mailed, visit, { confirm: ['email'] });
    assert.equal((await arrives()).length, 2);
    const [mail, text, ...others] = await arrivesAt('2026-03-09', '10:00');
    assert.match(mail ?? '', new RegExp(`de demain .*n° ${mailed}`));
    assert.match(text ?? '', /^Petit rappel/);
    assert.deepEqual(others, []);
  });

  it('a visit is taken back with both messages, or not at all', async () => {
    const id = await lead();
    await tell(id, visit, both);
    await ok(direction.post(`/desk/entries/${id}/undo`, {}));
    assert.deepEqual(await arrives(), []);
    atInParis('2026-03-04', '21:00');
    await enter();
    await tell(id, visit, both);
    assert.equal((await arrives()).length, 1, 'the SMS waits for the morning');
    assertFailure(await direction.post(`/desk/entries/${id}/undo`, {}), 409, 'CONFLICT', /already left/);
    assert.match((await arrivesAt('2026-03-05', '08:00')).join(), /^Bonjour, nous vous attendons/);
  });
});

onSqlite('rules of SMS', (engine) => {
  withService(engine);

  it('a missing number, template or time is named, and nothing changes', async () => {
    const id = await lead();
    const fixed = await lead({ cellphone: '03 53 01 22 33' });
    for (const [entry, how, says] of [
      [fixed, bySms, /^person: .*mobile number/],
      [fixed, both, /^person: .*mobile number/],
      [id, { confirm: ['email'], mobile: plus33 }, /^mobile:/],
      [id, { ...bySms, to: claire }, /^to:/],
      [id, { confirm: ['sms', 'sms'] }, /^confirm/],
    ] as const)
      assertFailure(await change(entry, visit, how), 400, 'INVALID', says);
    assertFailure(await change(id, visit, { ...both, mobile: '+33639980000' }), 409, 'CONFLICT', /^to: /);
    atInParis('2026-03-07', '20:30');
    await enter();
    const sunday = { ...visit, date: '2026-03-08', time: '15:00' };
    assertFailure(await change(id, sunday, bySms), 400, 'INVALID', /^confirm: .*2026-03-09T07:00/);
    const { database } = house.service;
    await execute(database, `update templates set active = 0 where use = 'visit' and channel = 'sms'`);
    assertFailure(await change(id, visit, both), 400, 'INVALID', /^confirm: .*`visit` by `sms`/);
    const { visits } = await writing(id);
    assert.ok(!JSON.stringify(visits.uses).includes(JSON.stringify({ use: 'visit', channel: 'sms' })));
    const { letters, actions } = await ok<{ letters: object[]; actions: object[] }>(
      direction.get(`/desk/entries/${id}`),
    );
    assert.deepEqual([letters, actions], [[], []]);
  });

  it('a reminder comes on Monday over a Sunday, by the clock of the number', async () => {
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

  it('no reminder comes within two hours of a visit, or once it was moved', async () => {
    const [late, moved] = [await lead(), await lead()];
    await tell(late, { ...visit, date: '2026-03-16', time: '11:00' }, bySms);
    await tell(moved, { ...visit, date: '2026-03-16', time: '15:00' }, bySms);
    await arrives();
    atInParis('2026-03-15', '10:00');
    await house.round();
    await enter();
    await tell(moved, { position: 0, date: '2026-03-17' }, {});
    assert.deepEqual(await arrivesAt('2026-03-16', '09:00'), []);
    assert.equal((await failed()).length, 2);
  });

  it('a late SMS needs an agreement, and ends with a link to stop them', async () => {
    const id = await oldLead({ consentementEmail: 'oui', consentementTelephone: 'oui' });
    assertFailure(await write(id), 409, 'CONSENT', /^consent: .*consentementSms/);
    const agree = (consentementSms: string) =>
      direction.post(`/desk/entries/${id}/consent`, { ...agreement, consentementSms });
    await ok(agree('oui'));
    await written(id);
    await ok(agree('non'));
    assert.deepEqual(await received(), []);
    assert.equal((await states())[0]?.cause, 'no-consent');
    await ok(agree('oui'));
    await written(id, { text: `${sms.text}\n` });
    await written(id);
    const [first, second] = await received();
    const [text = '', at = ''] = first?.content.split(`\nStop : ${publicUrl}`) ?? [];
    assert.equal(text, sms.text);
    assert.equal(second?.content, first?.content);
    assert.equal(publicUrl.length + at.length, link.length);

    await written(id);
    assert.equal((await house.service.get(at)).statusCode, 200);
    assert.equal((await house.service.post(at)).statusCode, 200);
    assert.deepEqual(await received(), [], 'nor what waits');
    assert.match((await states()).at(-1)?.cause ?? '', /objects/);
    assertFailure(await write(id), 409, 'CONFLICT', /^person: .*objects/);
    const mail = { channel: 'email', subject: 'Une place', text: 'Bonjour.' };
    await ok(direction.post(`/desk/entries/${id}/consent`, { ...agreement, consentementEmail: 'oui' }));
    await written(id, mail);
  });

  it('a late SMS has at most 450 characters with its link, also when sent again', async () => {
    const room = 450 - `\nStop : ${link}`.length;
    const long = 'a'.repeat(room + 1);
    const recent = await lead();
    const { id: failed } = await written(recent, { text: long });
    const writing = (id: number) =>
      ok<{ smsLink: string | null }>(direction.get(`/desk/entries/${id}/writing`));
    assert.equal((await writing(recent)).smsLink, null);
    gateway.answer = { status: 400 };
    await received();
    gateway.answer = undefined;
    const id = await oldLead({ consentementSms: 'oui' }, { cellphone: '06 39 98 56 78' });
    assert.equal((await writing(id)).smsLink, link);
    assertFailure(await write(id, { text: long }), 400, 'INVALID', /^text: .*450 characters with its link/);
    await written(id, { text: 'a'.repeat(room) });
    const [whole] = await received();
    assert.equal(whole?.content.length, 450);
    await ok(direction.post(`/desk/entries/${recent}/consent`, { ...agreement, consentementSms: 'oui' }));
    await ok(direction.post(`/desk/letters/${failed}/resend`));
    assert.deepEqual(await received(), []);
    assert.equal((await states())[0]?.cause, 'sms-too-long');
  });

  it('a late SMS is not possible without PUBLIC_URL', async () => {
    await inService(gateway.env, async () => {
      const id = await oldLead({ consentementSms: 'oui' });
      assertFailure(await write(id), 409, 'CONFLICT', /^link: .*PUBLIC_URL/);
      await written(await lead());
    });
  });

  it('a wrong SMS is refused with the name of what is wrong', async () => {
    const id = await lead();
    const landline = await lead({ cellphone: '', phone: '01 99 00 12 34' });
    for (const [body, field] of [
      [{ text: '' }, /^text:/],
      [{ text: 'ê'.repeat(451) }, /^text: .*450/],
      [{ text: 'Le {date}' }, /^text: .*\{date\}/],
      [{ subject: 'Visite' }, /^subject:/],
      [{ person: 1 }, /^person:/],
      [{ channel: 'fax' }, /^channel/],
    ] as const)
      assertFailure(await write(id, body), 400, 'INVALID', field);
    assertFailure(await write(landline), 400, 'INVALID', /^person: .*mobile/);
    await written(id, { text: 'a'.repeat(450) });
    await execute(house.service.database, `update establishments set details = '{}' where id = 3`);
    await written(id);
  });

  it('SMS are offered where there is a mobile number, with their own templates', async () => {
    const administrator = await signIn(house.service);
    const template = {
      ...{
        use: 'free',
        channel: 'sms',
        about: 'family',
        establishmentId: null,
        name: 'Visite',
        active: true,
      },
    };
    const add = (body: object) => administrator.post('/desk/templates', { ...template, ...body });
    await ok(add({ text: 'Visite {date}. {résidence}' }));
    assertFailure(await add({ subject: 'Visite', text: 'a' }), 400, 'INVALID', /^subject:/);
    assertFailure(await add({ text: 'a'.repeat(460) }), 400, 'INVALID', /^text:/);
    const writing = (id: number) =>
      ok<{ people: { to: string }[]; mobiles: { to: string }[]; templates: { channel: string }[] }>(
        direction.get(`/desk/entries/${id}/writing`),
      );
    const { people, mobiles, templates } = await writing(await lead());
    assert.deepEqual([people[0]?.to, mobiles[0]?.to], [claire, plus33]);
    assert.deepEqual(
      templates.map(({ channel }) => channel),
      ['sms'],
    );
    const withoutAddress = await lead({ email: '' });
    const { people: nobody, mobiles: somebody } = await writing(withoutAddress);
    assert.deepEqual([nobody.length, somebody.length], [0, 1]);
    const { mayWrite, mayText } = await ok<{ mayWrite: boolean; mayText: boolean }>(
      direction.get(`/desk/entries/${withoutAddress}`),
    );
    assert.deepEqual([mayWrite, mayText], [false, true]);
  });

  it('an SMS that waits while they are off is neither sent nor lost', async () => {
    const id = await lead();
    await written(id);
    const { service } = house;
    const off = mailProcess({ ...service, config: { ...service.config, sms: undefined } });
    pass(10_000);
    await off.round();
    await off.stop();
    assert.deepEqual(gateway.take(), []);
    const [found] = await states();
    assert.deepEqual([found?.state, found?.cause], ['pending', 'sms-off']);
    pass(minuteMs);
    assert.equal((await received()).length, 1);
  });

  it('an SMS counts as sent by the answer where the gateway says no with 200 too', async () => {
    const ovh = { totalCreditsRemoved: 1, invalidReceivers: [], validReceivers: [plus33], ids: [1] };
    await inService({ ...gateway.env, SMS_OK: '"validReceivers": ["+33' }, async () => {
      const id = await lead();
      for (const [body, state, cause] of [
        [ovh, 'sent', null],
        [{ ...ovh, invalidReceivers: [plus33], validReceivers: [] }, 'failed', 'sms-refused'],
        [{}, 'failed', 'sms-refused'],
      ] as const) {
        await written(id);
        gateway.answer = { status: 200, body };
        await received();
        const found = (await states()).at(-1);
        assert.deepEqual([found?.state, found?.cause], [state, cause]);
      }
      gateway.answer = { status: 200, body: {}, headers: { 'content-length': '9', connection: 'close' } };
      await written(id);
      await received();
      assert.equal((await states()).at(-1)?.cause, 'sms-unanswered');
      assert.equal((await shown(id)).flagged, true);
    });
  });

  it('no SMS is written while they are off', async () => {
    await inService({}, async () => {
      const id = await lead();
      assertFailure(await write(id), 400, 'INVALID', /^channel: SMS are off/);
      const { mobiles } = await ok<{ mobiles: object[] }>(direction.get(`/desk/entries/${id}/writing`));
      assert.deepEqual(mobiles, []);
    });
  });
});

it('a value adds nothing to the body of an SMS request', () => {
  const values = { to: '1', text: '{to}{sender}"},{"', sender: '$&{text}' };
  const body = { a: ['{to}', { '{text}': '<{text}>' }], b: '{sender}', c: 1, d: null };
  assert.deepEqual(JSON.parse(filled(body, values)), {
    ...{ a: ['1', { '{text}': `<${values.text}>` }], b: values.sender, c: 1, d: null },
  });
});

it('the settings of SMS are checked, and no key is repeated', () => {
  const url = {
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'a@example.org',
    SMS_URL: 'https://sms.example.org/send',
  };
  const body = { SMS_BODY: '{"to":"{to}","messages":[{"text":"{text}"}]}' };
  assert.deepEqual(parseConfig({ ...url, ...body, SMS_HEADER: 'Authorization: Bearer a b' }).sms, {
    url: url.SMS_URL,
    header: { name: 'authorization', value: 'Bearer a b' },
    body: { to: '{to}', messages: [{ text: '{text}' }] },
    sender: '',
    success: undefined,
  });
  for (const [env, name] of [
    [{ ...body, SMS_URL: 'ftp://sms.example.org' }, /SMS_URL/],
    [{ ...body, SMTP_URL: '' }, /SMS_URL/],
    [{}, /SMS_BODY/],
    [{ SMS_BODY: '{"to":"{to}"}' }, /SMS_BODY/],
    [{ SMS_BODY: '{"to":"{to}","text":{text}}' }, /SMS_BODY/],
    [{ SMS_BODY: '"{to}{text}"' }, /SMS_BODY/],
    [{ SMS_BODY: '{"a":"{to}{text}{sender}"}' }, /SMS_SENDER/],
    [{ ...body, SMS_SENDER: 'ClosDesVignes' }, /SMS_SENDER/],
    [{ ...body, SMS_SENDER: '06' }, /SMS_SENDER/],
    [{ ...body, SMS_HEADER: 'api-key canary' }, /SMS_HEADER/],
    [{ ...body, SMS_HEADER: 'api-key: canary\r\nx: y' }, /SMS_HEADER/],
    ...['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Content-Type'].map(
      (name) => [{ ...body, SMS_HEADER: `${name}: canary` }, /SMS_HEADER/] as const,
    ),
  ] as const)
    assert.throws(
      () => parseConfig({ ...url, ...env }),
      ({ message }: Error) => name.test(message) && !message.includes('canary'),
    );
});
