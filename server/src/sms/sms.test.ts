// SMS that staff write, from the desk to a gateway that speaks as Brevo does.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { type MailHouse, mailProcess, openMailHouse } from '../../test/fixtures/mail.ts';
import { correctWithoutTrace, erase, hold, openOfficer } from '../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite } from '../../test/fixtures/service.ts';
import { openSmsGateway } from '../../test/fixtures/sms-gateway.ts';
import { dayMs, hourMs, minuteMs } from '../clock.ts';
import { parseConfig } from '../config.ts';
import { openMailQueue } from '../outbox/open-queue.ts';
import type { Engine } from '../store/dialect.ts';
import { filled } from './settings.ts';

const mobile = '06 39 98 12 34';
const number33 = '33639981234';
const publicUrl = 'https://accueil.example.org';
const link = `${publicUrl}/o/${'x'.repeat(65)}`;
const agreement = { consentementSource: 'Au téléphone', consentementLe: '2026-03-04' };
const sms = { person: 0, channel: 'sms', text: 'Bonjour, votre visite est confirmée demain à 15 h. Le Clos' };

let house: MailHouse;
let gateway: Awaited<ReturnType<typeof openSmsGateway>>;
let direction: Desk;
let sent = 0;

const pass = (ms: number) => {
  house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
};
const at = (time: string) => {
  house.service.clock.now = new Date(time);
};
const enter = async () => {
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
  await ok(direction.put('/desk/session/mail', { mail: 'none' }));
};
const lead = (person: object = {}) =>
  send(house.service, `sms-${++sent}`, {
    commercialrelations: [{ lastName: 'Martin', email: 'claire@example.org', cellphone: mobile, ...person }],
  });
const write = (id: number, body: object = {}) =>
  direction.post(`/desk/entries/${id}/messages`, { ...sms, ...body });
const written = (id: number, body: object = {}) => ok<{ id: number; sendsAt: string }>(write(id, body));
async function received() {
  pass(10_000);
  await house.round();
  return gateway.take();
}
const states = () =>
  rows<{ state: string; attempts: number; cause: string | null; at: string | null }>(
    house.service.database,
    `select state, attempts, failure_reason as cause, next_at as at from mails where channel = 'sms' order by id`,
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
  ok<{ flagged: boolean; messages: { channel: string; to: string; subject: string; cause: string }[] }>(
    direction.get(`/desk/entries/${id}`),
  );

async function open(engine: Engine): Promise<void> {
  gateway = await openSmsGateway();
  house = await openMailHouse(engine, { env: { ...gateway.env, PUBLIC_URL: publicUrl } });
  await execute(house.service.database, `update users set mail = 'none'`);
  await enter();
}
async function close(): Promise<void> {
  await house.close();
  await gateway.receiver.close();
}

onOneEngine('an SMS to a family', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('reaches the gateway as it was typed, with the key of the installation, and stands in the entry', async () => {
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
    const { messages } = await shown(id);
    assert.deepEqual(
      messages.map(({ channel, to, subject }) => [channel, to, subject]),
      [['sms', `+${number33}`, '']],
    );
    assert.equal((await states())[0]?.state, 'sent');
    pass(dayMs);
    assert.deepEqual(await received(), []);
    assert.equal(
      house.service.log.some((line) => line.includes(number33) || line.includes(gateway.key)),
      false,
    );
  });

  it('waits for the morning at night, on Sundays and holidays, can be taken back until then, and survives restarts', async () => {
    // Saturday evening before Easter Sunday: Monday is a holiday.
    at('2026-04-04T18:30:00.000Z');
    await enter();
    const id = await lead();
    const [first, second] = [await written(id), await written(id)];
    assert.deepEqual(
      [first.sendsAt, second.sendsAt],
      ['2026-04-07T06:00:00.000Z', '2026-04-07T06:00:00.000Z'],
    );
    assert.deepEqual(await received(), []);
    at('2026-04-06T10:00:00.000Z');
    await house.otherRound();
    assert.deepEqual(await received(), []);
    assert.deepEqual(
      (await states()).map(({ attempts }) => attempts),
      [0, 0],
      'nothing has been attempted',
    );
    await enter();
    await ok(direction.post(`/desk/messages/${first.id}/cancel`));
    at('2026-04-07T05:59:49.000Z');
    assert.deepEqual(await received(), []);
    at('2026-04-07T06:00:00.000Z');
    assert.equal((await received()).length, 1);
    await enter();
    assertFailure(await direction.post(`/desk/messages/${second.id}/cancel`), 409, 'CONFLICT', /left/);
  });

  it('is tried again after what passes, as late as the gateway asks and never at night', async () => {
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

  it('goes once where the gateway takes it and does not answer', async () => {
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

  it('is failed with the cause when the gateway refuses it, and flags its entry', async () => {
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
    const { flagged, messages } = await shown(id);
    assert.equal(flagged, true);
    assert.equal(messages[0]?.cause, 'SMS gateway: 401 unauthorized');
    pass(2 * dayMs);
    gateway.answer = undefined;
    assert.deepEqual(await received(), []);
  });

  it('and mails do not stop each other', async () => {
    const id = await lead();
    const mail = { person: 0, channel: 'email', subject: 'Votre visite', text: 'Bonjour.' };
    await Promise.all([house.smtp.close(), gateway.receiver.close()]);
    gateway = await openSmsGateway();
    // Neither answers.
    await written(id);
    await written(id, mail);
    pass(10_000);
    await house.round();
    assert.deepEqual(
      house.reports.map(({ verdict, delivery }) => [verdict, delivery.destinationId]).toSorted(),
      [
        ['retry', 0],
        ['retry', 1],
      ],
    );
  });

  it('is sent when all that goes to the mail server hangs, and mails when the gateway does', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 6; i++)
      ids.push(await lead({ email: `p${i}@example.org`, cellphone: `06 39 98 00 0${i}` }));
    const mail = { channel: 'email', subject: 'Votre visite', text: 'Bonjour.' };
    const mails = Promise.withResolvers<void>();
    const texts = Promise.withResolvers<void>();
    // The mail server answers once the gateway has had its SMS, then the gateway waits for the mails.
    house.smtp.beforeAnswer = () => texts.promise;
    for (const id of ids) await written(id);
    for (const id of ids) await written(id, mail);
    const { received: requests } = gateway.receiver;
    pass(10_000);
    const running = house.round();
    while (requests.length < 6) await new Promise((resolve) => setImmediate(resolve));
    texts.resolve();
    await running;
    assert.deepEqual([gateway.take().length, house.smtp.take().length], [6, 6]);
    house.smtp.beforeAnswer = undefined;
    gateway.answerAfter(mails.promise);
    pass(hourMs);
    await enter();
    for (const id of ids) await written(id);
    for (const id of ids) await written(id, mail);
    pass(10_000);
    const again = house.round();
    for (let i = 0; i < 6; i++) await house.smtp.next();
    mails.resolve();
    await again;
    assert.deepEqual([gateway.take().length, house.smtp.take().length], [6, 6]);
  });

  it('of a process that was killed goes once more, when its lease has ended', async () => {
    await written(await lead());
    pass(10_000);
    const { clock, database } = house.service;
    const { claims } = openMailQueue(database, () => clock.now);
    const request = { failing: 0, perDestination: 4, inAll: 8, except: [] } as const;
    assert.equal((await claims.take(request, clock.now.toISOString())).length, 1);
    await Promise.all([house.round(), house.otherRound()]);
    assert.deepEqual(gateway.take(), []);
    pass(2 * minuteMs);
    await Promise.all([house.round(), house.otherRound()]);
    pass(dayMs);
    assert.equal((await received()).length, 1);
  });

  it('is not sent about an entry that was erased or limited, or to who has objected since, and goes with its person', async () => {
    const officer = await openOfficer(house.service);
    const [erased, limited, objecting, corrected] = [await lead(), await lead(), await lead(), await lead()];
    await written(corrected, { text: 'Canari' });
    assert.equal((await received()).length, 1);
    for (const id of [erased, limited]) await written(id);
    await hold(officer, limited, 'limitation');
    await erase(officer, erased);
    await written(objecting);
    await ok(officer.post('/desk/privacy/objections', { phone: mobile, objectedOn: '2026-03-04' }));
    assert.deepEqual(await received(), []);
    assert.deepEqual(
      (await states()).map(({ cause }) => cause),
      [null, 'entry-limited', 'objects'],
    );
    assertFailure(await write(objecting), 409, 'CONFLICT', /objects/);
    await ok(
      correctWithoutTrace(officer, corrected, {
        relations: [{ position: 0, fields: { cellphone: '06 39 98 99 99' } }],
      }),
    );
    const left = `select count(*) from mails where entry_id = ${corrected} and recipient is not null`;
    assert.equal(await number(house.service.database, left), 0);
  });
});

onOneEngine('an SMS more than 90 days after the last contact', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('needs an agreement to SMS, also when it is sent, and ends with a link by which no more come', async () => {
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
    const { data } = await ok<{ data: { kind: string }[] }>(
      (await openOfficer(house.service)).post('/desk/privacy/objections/find', { phone: mobile }),
    );
    assert.deepEqual(
      data.map(({ kind }) => kind),
      ['phone'],
    );
    assert.deepEqual(await received(), [], 'nor what waits');
    assert.match((await states()).at(-1)?.cause ?? '', /objects/);
    assertFailure(await write(id), 409, 'CONFLICT', /^person: .*objects/);
    const mail = { channel: 'email', subject: 'Une place', text: 'Bonjour.' };
    await ok(direction.post(`/desk/entries/${id}/consent`, { ...agreement, consentementEmail: 'oui' }));
    assertFailure(await write(id, mail), 409, 'CONFLICT', /^person: .*objects/);
  });

  it('has at most three parts with its link, also when it is sent again', async () => {
    const room = 3 * 153 - `\nStop : ${link}`.length;
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
    assertFailure(await write(id, { text: long }), 400, 'INVALID', /^text: .*3 SMS with its link.*4/);
    await written(id, { text: 'a'.repeat(room) });
    const [whole] = await received();
    assert.equal(whole?.content.length, 3 * 153);
    await ok(direction.post(`/desk/entries/${recent}/consent`, { ...agreement, consentementSms: 'oui' }));
    await ok(direction.post(`/desk/messages/${failed}/resend`));
    assert.deepEqual(await received(), []);
    assert.equal((await states())[0]?.cause, 'sms-too-long');
  });

  it('is not possible without PUBLIC_URL', async () => {
    await house.close();
    house = await openMailHouse(engine, { env: gateway.env });
    await enter();
    const id = await oldLead({ consentementSms: 'oui' });
    assertFailure(await write(id), 409, 'CONFLICT', /^link: .*PUBLIC_URL/);
    await written(await lead());
  });
});

onSqlite('an SMS', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('is refused with the name of what is wrong', async () => {
    const id = await lead();
    const landline = await lead({ cellphone: '', phone: '01 99 00 12 34' });
    for (const [body, field] of [
      [{ text: '' }, /^text:/],
      [{ text: 'a'.repeat(460) }, /^text: .*3 SMS/],
      [{ text: 'ê'.repeat(202) }, /^text: .*3 SMS/],
      [{ text: 'Le {date}' }, /^text: .*\{date\}/],
      [{ subject: 'Visite' }, /^subject:/],
      [{ person: 1 }, /^person:/],
      [{ channel: 'fax' }, /^channel/],
    ] as const)
      assertFailure(await write(id, body), 400, 'INVALID', field);
    assertFailure(await write(landline), 400, 'INVALID', /^person: .*mobile/);
    await written(id, { text: 'a'.repeat(459) });
    await execute(house.service.database, `update establishments set details = '{}' where id = 3`);
    await written(id);
  });

  it('is offered where there is a mobile number, with its own templates', async () => {
    const administrator = await signIn(house.service);
    const template = {
      use: 'free',
      channel: 'sms',
      about: 'family',
      establishmentId: null,
      name: 'Visite',
      active: true,
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
    assert.deepEqual([people[0]?.to, mobiles[0]?.to], ['claire@example.org', `+${number33}`]);
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

  it('goes to no private address that WEBHOOK_ALLOW does not name', async () => {
    const guarded = await openMailHouse(engine, { env: { ...gateway.env, WEBHOOK_ALLOW: '192.0.2.1' } });
    try {
      const id = await send(guarded.service, 'guarded', { commercialrelations: [{ cellphone: mobile }] });
      const desk = await signIn(guarded.service, [{ role: 'direction', establishmentId: 3 }]);
      await ok(desk.post(`/desk/entries/${id}/messages`, sms));
      const { clock } = guarded.service;
      clock.now = new Date(clock.now.getTime() + 10_000);
      await guarded.round();
      const report = guarded.reports.find(({ delivery }) => delivery.destinationId === 1);
      assert.equal(report?.verdict, 'retry');
      assert.match(report?.outcome.failureReason ?? '', /127\.0\.0\.1 is not a public address/);
      assert.deepEqual(gateway.receiver.received, []);
    } finally {
      await guarded.close();
    }
  });
});

onSqlite('while SMS are off', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('none that waits is sent or lost: a process that sends them does, within a day', async () => {
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

  it('none is written', async () => {
    await close();
    house = await openMailHouse(engine);
    gateway = await openSmsGateway();
    await enter();
    const id = await lead();
    assertFailure(await write(id), 400, 'INVALID', /^channel: SMS are off/);
    const { mobiles } = await ok<{ mobiles: object[] }>(direction.get(`/desk/entries/${id}/writing`));
    assert.deepEqual(mobiles, []);
  });
});

it('a value never adds anything to the body', () => {
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
    [{ ...body, SMS_HEADER: 'Host: canary' }, /SMS_HEADER/],
    [{ ...body, SMS_HEADER: 'Content-Length: 7' }, /SMS_HEADER/],
    [{ ...body, SMS_HEADER: 'Transfer-Encoding: canary' }, /SMS_HEADER/],
    [{ ...body, SMS_HEADER: 'Connection: canary' }, /SMS_HEADER/],
    [{ ...body, SMS_HEADER: 'Content-Type: canary' }, /SMS_HEADER/],
  ] as const)
    assert.throws(
      () => parseConfig({ ...url, ...env }),
      ({ message }: Error) => name.test(message) && !message.includes('canary'),
    );
});
