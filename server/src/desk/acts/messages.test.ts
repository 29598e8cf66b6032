// What staff write to families and applicants, until it is in their mailboxes.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { type MailHouse, openMailHouse } from '../../../test/fixtures/mail.ts';
import {
  correctWithoutTrace,
  erase,
  expirePastHolds,
  hold,
  openOfficer,
  removePerson,
} from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite, startService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { recipientHashOf } from '../../entries/search/objections.ts';
import { refusalOf } from '../../mail/refusal.ts';
import { openMailQueue } from '../../outbox/open-queue.ts';
import { expireMails } from '../../outbox/purge.ts';

const claire = 'claire.martin@example.org';
const residence = 'le-clos-des-vignes@example.org';
const letter = {
  person: 0,
  channel: 'email',
  subject: 'Votre demande',
  text: 'Madame,\n\nNous avons essayé de vous joindre.\n\nHélène Faure',
};

let house: MailHouse;
let direction: Desk;
let sent = 0;

const pass = (ms: number) => {
  house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
};
const lead = (body: object = {}) =>
  send(house.service, `lead-${++sent}`, {
    lastNameClient: 'Martin',
    commercialrelations: [{ firstName: 'Claire', lastName: 'Martin', email: claire }],
    ...body,
  });
const complaint = (body: object = {}) =>
  send(
    house.service,
    `complaint-${++sent}`,
    { lastName: 'Martin', email: claire, ...body },
    'etablissement/3/survey/create',
    '&type=survey.type.complaint',
  );
const write = (id: number, body: object = {}, desk = direction) =>
  desk.post(`/desk/entries/${id}/messages`, { ...letter, ...body });
const written = async (id: number, body: object = {}) => ok<{ id: number; sendsAt: string }>(write(id, body));

/** What arrives when the ten seconds are over. */
async function received() {
  pass(10_000);
  await house.round();
  return house.smtp.take();
}

interface Shown {
  readonly version: number;
  readonly messages: readonly {
    id: number;
    state: string;
    text: string;
    subject: string;
    to: string | null;
    cause: string | null;
  }[];
  readonly [name: string]: unknown;
}
const shown = (id: number, desk = direction) => ok<Shown>(desk.get(`/desk/entries/${id}`));

async function open(engine: Parameters<typeof openMailHouse>[0]): Promise<void> {
  house = await openMailHouse(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
  await execute(house.service.database, `update users set mail = 'none'`);
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
  await ok(direction.put('/desk/session/mail', { mail: 'none' }));
}

onOneEngine('a message to a family', (engine) => {
  beforeEach(() => open(engine));
  afterEach(() => house.close());

  it('arrives as it was typed, in the name of the residence, which gets the answers', async () => {
    const id = await lead();
    const before = await shown(id);
    const { sendsAt } = await written(id);
    assert.equal(Date.parse(sendsAt) - house.service.clock.now.getTime(), 10_000);
    await house.round();
    assert.deepEqual(house.smtp.take(), [], 'not within ten seconds');
    const [mail, ...others] = await received();
    assert.deepEqual(others, []);
    assert.deepEqual([mail?.to, mail?.from], [[claire], 'accueil@example.org']);
    assert.equal(mail?.body.trimEnd(), letter.text);
    assert.equal(mail?.headers.subject, `Votre demande [n° ${id}]`);
    assert.equal(mail?.headers.from, 'Le Clos des Vignes <accueil@example.org>');
    assert.equal(mail?.headers['reply-to'], `Le Clos des Vignes <${residence}>`);
    assert.equal(mail?.headers['auto-submitted'], undefined);
    const after = await shown(id);
    assert.deepEqual(
      after.messages.map(({ state, to, text }) => [state, to, text]),
      [['sent', claire, letter.text]],
    );
    const { version: _, history: __, messages: ___, ...rest } = before;
    for (const [name, value] of Object.entries(rest)) assert.deepEqual(after[name], value, name);
  });

  it('that is taken back within ten seconds is never sent, and one that is sent is not taken back', async () => {
    const id = await lead();
    const first = await written(id);
    pass(9_999);
    await ok(direction.post(`/desk/messages/${first.id}/cancel`));
    assert.deepEqual(await received(), []);
    assert.deepEqual((await shown(id)).messages, []);
    assertFailure(await direction.post(`/desk/messages/${first.id}/cancel`), 404, 'NOTFOUND');
    const second = await written(id);
    pass(10_000);
    const { clock, database } = house.service;
    const { claims } = openMailQueue(database, () => clock.now);
    const request = { failing: 0, perDestination: 4, inAll: 4, except: [] } as const;
    const claimed = await claims.take(request, clock.now.toISOString());
    assert.equal(claimed.length, 1);
    assertFailure(await direction.post(`/desk/messages/${second.id}/cancel`), 409, 'CONFLICT', /left/);
    pass(120_000);
    await house.round();
    assert.equal(house.smtp.take().length, 1);
    assertFailure(await direction.post(`/desk/messages/${second.id}/cancel`), 409, 'CONFLICT', /left/);
  });

  it('is sent once, however often it is asked for with the same key', async () => {
    const id = await lead();
    const ask = (body: object = {}, key = 'a') =>
      house.service.app.inject({
        method: 'POST',
        url: `/desk/entries/${id}/messages`,
        headers: { ...direction.headers, 'content-type': 'application/json', 'idempotency-key': key },
        payload: JSON.stringify({ ...letter, ...body }),
      });
    const { version } = await shown(id);
    const answers = await Promise.all([ask({ version }), ask({ version }), ask({ version })]);
    assert.deepEqual(
      new Set(answers.map(({ body }) => body)).size,
      1,
      answers.map(({ body }) => body).join(),
    );
    assert.equal((await ask({ version })).body, answers[0]?.body);
    assertFailure(await ask({ text: 'Autre texte' }), 409, 'CONFLICT', /Idempotency-Key/);
    assert.equal((await received()).length, 1);
  });

  it('is not sent about an entry that was erased, limited or marked as spam, or to who has objected since', async () => {
    const officer = await openOfficer(house.service);
    const administrator = await signIn(house.service);
    const [erased, limited, spam, objecting, answered] = [
      await lead(),
      await lead(),
      await lead(),
      await lead({ commercialrelations: [{ email: 'paul@example.org' }] }),
      await complaint({ email: 'paul@example.org' }),
    ];
    for (const id of [erased, limited, spam, objecting]) await written(id);
    await ok(
      direction.patch(`/desk/entries/${answered}`, { comment: 'Nous en sommes désolés.', send: true }),
    );
    await ok(administrator.post(`/desk/entries/${spam}/spam`, { spam: true }));
    const objection = { email: 'paul@example.org', objectedOn: '2026-03-04' };
    await ok(officer.post('/desk/privacy/objections', objection));
    await hold(officer, limited, 'limitation');
    await erase(officer, erased);
    const arrived = await received();
    assert.deepEqual(
      arrived.map(({ to, headers }) => [to, headers.subject]),
      [[['paul@example.org'], `Réponse à votre réclamation [n° ${answered}]`]],
      'an answer is owed all the same',
    );
    const found = await rows<{ id: number; state: string; cause: string }>(
      house.service.database,
      `select entry_id as id, state, failure_reason as cause from mails where state = 'failed' order by id`,
    );
    assert.deepEqual(
      found.map(({ id, cause }) => [Number(id), cause]),
      [
        [limited, 'entry-limited'],
        [spam, 'entry-spam'],
        [objecting, 'objects'],
      ],
    );
    assert.equal((await shown(objecting)).flagged, true);
    assertFailure(await write(objecting), 409, 'CONFLICT', /objects/);
    assertFailure(await write(erased), 409, 'ERASED');
    assertFailure(await write(limited), 404, 'NOTFOUND');
  });

  it('changes nothing that callers, figures and the follow-up know', async () => {
    await addEndpoint(house.service);
    const id = await lead();
    const customId = `lead-${sent}`;
    // Each line of the history is a version.
    const read = async (path: string) => (await direction.get(path)).body.replaceAll(/"version":\d+/g, '');
    const state = async () => ({
      lookUp: await lookUp(house.service, customId),
      events: await storedEvents(house.service, id),
      today: await read('/desk/today'),
      counts: await read('/desk/counts'),
      statistics: (await direction.get('/desk/statistics?from=2026-01-01&to=2026-12-31')).body,
      contacts: (await house.service.get(`/fr/statscontact/2026?${house.service.query}`)).body,
      list: await read('/desk/entries?kind=commercial'),
    });
    const before = await state();
    await written(id);
    assert.deepEqual(await state(), before);
    assert.equal((await received()).length, 1);
    assert.deepEqual({ ...(await state()), today: '' }, { ...before, today: '' });
  });

  it('goes with its entry: nothing of it is left after an erasure, and time alone does not delete it', async () => {
    const officer = await openOfficer(house.service);
    const id = await lead();
    await written(id, { subject: 'Canari', text: 'Canari' });
    house.smtp.refused.add(claire);
    assert.deepEqual(await received(), []);
    house.smtp.refused.clear();
    await written(id, { subject: 'Canari', text: 'Canari' });
    assert.equal((await received()).length, 1);
    const { database, clock } = house.service;
    await expireMails(database, new Date(clock.now.getTime() + 400 * dayMs));
    const left = `select count(*) from mails where subject like '%Canari%' or body like '%Canari%'
      or recipient like '%claire%' or failure_reason like '%claire%'`;
    assert.equal(await number(database, left), 2);
    await erase(officer, id);
    assert.equal(await number(database, left), 0);
    assert.equal(await number(database, 'select count(*) from mails where use is not null'), 2);
    // Limits look back at its address for thirty days, erased or not; then nothing tells it apart.
    const hashes = () => number(database, 'select count(*) from mails where recipient_hash is not null');
    await expireMails(database, new Date(clock.now.getTime() + 29 * dayMs));
    assert.equal(await hashes(), 2);
    const kept = await lead();
    await written(kept, {});
    await expireMails(database, new Date(clock.now.getTime() + 30 * dayMs));
    assert.equal(await hashes(), 1);
  });
});

onSqlite('a message to a family', (engine) => {
  beforeEach(() => open(engine));
  afterEach(() => house.close());

  it('goes to the address that the dialog has shown, or to nobody', async () => {
    const id = await lead();
    const answered = await complaint();
    const other = 'paul@example.org';
    assertFailure(await write(id, { to: other }), 409, 'CONFLICT', /^to:/);
    const answer = { comment: 'Nos excuses.', send: true };
    assertFailure(
      await direction.patch(`/desk/entries/${answered}`, { ...answer, to: other }),
      409,
      'CONFLICT',
      /^to:/,
    );
    assert.equal((await shown(answered)).status, 'new');
    const { send: _, ...unsent } = answer;
    assertFailure(
      await direction.patch(`/desk/entries/${answered}`, { ...unsent, to: claire }),
      400,
      'INVALID',
      /^to:/,
    );
    await written(id, { to: claire });
    await ok(direction.patch(`/desk/entries/${answered}`, { ...answer, to: claire }));
    assert.equal((await received()).length, 2);
  });

  it('says beforehand why it can’t be written', async () => {
    const [id, wrong, nobody] = [
      await lead(),
      await lead({ commercialrelations: [{ lastName: 'Petit' }] }),
      await lead({ commercialrelations: [] }),
    ];
    // As an earlier version may have stored it.
    await execute(
      house.service.database,
      `update relations set fields = '{"email":"a@example.org, b@example.org"}' where entry_id = ${wrong}`,
    );
    const seen = async (entry: number) => {
      const { mayWrite, noMail } = await shown(entry);
      return { mayWrite, noMail };
    };
    assert.deepEqual(await seen(id), { mayWrite: true, noMail: null });
    assert.deepEqual(await seen(wrong), { mayWrite: true, noMail: 'address' });
    assert.deepEqual(await seen(nobody), { mayWrite: false, noMail: null });
    assert.equal((await shown(await complaint())).answerTo, claire);
    assert.equal((await shown(await complaint({ email: '' }))).answerTo, null);
    await execute(house.service.database, `update establishments set details = '{}' where id = 3`);
    assert.deepEqual(await seen(id), { mayWrite: true, noMail: 'residence' });
  });

  it('that came back is noted, flags its entry, and can be taken back', async () => {
    const id = await lead();
    const { id: message } = await written(id);
    const note = (returned: boolean) => direction.post(`/desk/messages/${message}/returned`, { returned });
    assertFailure(await note(true), 409, 'CONFLICT', /not sent/);
    await received();
    const { database, secrets } = house.service;
    const recipientHash = recipientHashOf('email', claire, secrets.contentKey);
    const refusal = (use: 'receipt' | 'reminder' | 'free') =>
      refusalOf(
        database.read,
        { entryId: id, use, channel: 'email', person: '0', recipientHash, unsubscribe: false },
        secrets.contentKey,
      );
    assert.equal(await refusal('receipt'), undefined);
    await ok(note(true));
    const { messages, flagged, followUp } = await shown(id);
    assert.deepEqual([messages[0]?.state, flagged, followUp], ['returned', true, 'to-call']);
    assert.equal(await refusal('receipt'), 'returned');
    assert.equal(await refusal('reminder'), 'returned');
    // Who writes by hand may know better.
    assert.equal(await refusal('free'), undefined);
    await ok(note(false));
    const after = await shown(id);
    assert.deepEqual([after.messages[0]?.state, after.flagged], ['sent', false]);
    assert.equal(await refusal('receipt'), undefined);
    const elsewhere = await signIn(house.service, [{ role: 'direction', establishmentId: 5 }]);
    const other = await elsewhere.post(`/desk/messages/${message}/returned`, { returned: true });
    assertFailure(other, 404, 'NOTFOUND');
  });

  it('that came back after all is flagged no longer for that alone', async () => {
    const note = (message: number, returned: boolean) =>
      ok(direction.post(`/desk/messages/${message}/returned`, { returned }));
    const flag = async (id: number) => (await shown(id)).flagged;
    const [twice, before, failing, news] = [await lead(), await lead(), await lead(), await lead()];
    const [first, second, third, fourth, fifth] = [
      await written(twice),
      await written(twice),
      await written(before),
      await written(failing),
      await written(news),
    ];
    await received();
    await note(first.id, true);
    await note(second.id, true);
    await note(second.id, false);
    assert.equal(await flag(twice), true, 'another one is still known to have come back');
    await note(first.id, false);
    assert.equal(await flag(twice), false);

    await execute(house.service.database, `update entries set flagged = 1 where id = ${before}`);
    await note(third.id, true);
    await note(third.id, false);
    assert.equal(await flag(before), true, 'it was flagged before');

    await note(fourth.id, true);
    house.smtp.refused.add(claire);
    pass(dayMs);
    direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    await written(failing);
    await received();
    await note(fourth.id, false);
    assert.equal(await flag(failing), true, 'another one has failed since');

    await note(fifth.id, true);
    await execute(
      house.service.database,
      `insert into history (entry_id, at, author, change, detail) values (${news}, '${house.service.clock.now.toISOString()}', 'partner:1', 'updated', '{}')`,
    );
    await note(fifth.id, false);
    assert.equal(await flag(news), true, 'a partner has written since');
  });

  it('that has failed is sent again, to the address that its person still has', async () => {
    const id = await lead();
    const { id: message } = await written(id);
    const again = () => direction.post(`/desk/messages/${message}/resend`);
    assertFailure(await again(), 409, 'CONFLICT', /not failed/);
    house.smtp.refused.add(claire);
    await received();
    house.smtp.refused.clear();
    await ok(again());
    assertFailure(await again(), 409, 'CONFLICT', /not failed/);
    const [mail, ...others] = await received();
    assert.deepEqual(
      [mail?.to, mail?.headers.subject, others.length],
      [[claire], `Votre demande [n° ${id}]`, 0],
    );
    assert.equal((await shown(id)).messages[0]?.state, 'sent');
    await written(id);
    house.smtp.refused.add(claire);
    await received();
    const [failed] = (await shown(id)).messages;
    await ok(
      direction.patch(`/desk/entries/${id}`, {
        relations: [{ position: 0, email: 'claire.petit@example.org' }],
      }),
    );
    const late = await direction.post(`/desk/messages/${failed?.id}/resend`);
    assertFailure(late, 409, 'CONFLICT', /^to:/);
  });

  it('is refused with the name of what is wrong', async () => {
    const id = await lead();
    for (const [body, field] of [
      [{ text: ' \n' }, /^text:/],
      [{ text: 'é'.repeat(5_001) }, /^text:/],
      [{ text: 'Le {date} à {heure}' }, /^text: .*\{date\}/],
      [{ text: 'Bonjour {prénom}' }, /^text: .*\{prénom\}/],
      [{ subject: '' }, /^subject:/],
      [{ subject: 'x'.repeat(201) }, /^subject:/],
      [{ subject: 'Bonjour\r\nBcc: spy@example.org' }, /^subject:/],
      [{ subject: 'Bonjour\nBcc: spy@example.org' }, /^subject:/],
      [{ subject: 'Bonjour\u2028Bcc: spy@example.org' }, /^subject:/],
      [{ person: 'entry' }, /^person:/],
      [{ person: 1 }, /^person:/],
      [{ person: 'x' }, /^person/],
      [{ channel: 'sms' }, /^channel:/],
    ] as const)
      assertFailure(await write(id, body), 400, 'INVALID', field);
    await written(id, { text: 'é'.repeat(5_000), subject: 'x'.repeat(200) });
    const elsewhere = await signIn(house.service, [{ role: 'direction', establishmentId: 5 }]);
    assertFailure(await write(id, {}, elsewhere), 404, 'NOTFOUND');
    const reader = await signIn(house.service, [{ role: 'reader', establishmentId: 3 }]);
    assertFailure(await write(id, {}, reader), 403, 'FORBIDDEN');
    assert.equal((await write(id, { version: 0 })).statusCode, 409);
    const commercial = await signIn(house.service, [{ role: 'commercial', establishmentId: 3 }]);
    assertFailure(await write(await complaint(), { person: 'entry' }, commercial), 404, 'NOTFOUND');
    await execute(house.service.database, `update establishments set details = '{}' where id = 3`);
    assertFailure(await write(id), 400, 'INVALID', /^id:/);
  });

  it('reaches one mailbox, whatever stands in names, texts and addresses', async () => {
    await execute(
      house.service.database,
      `update establishments set name = 'Résidence "Été", <spy@example.org>' where id = 3`,
    );
    const id = await lead({
      commercialrelations: [
        { lastName: 'Martin\r\nBcc: spy@example.org', email: claire },
        { lastName: 'Petit', email: 'zoé.petit@example.org' },
      ],
    });
    const text = `Bcc: spy@example.org\r\n.\r\n${'long '.repeat(400)}\n.\nœuf 🌷`;
    await written(id, { text, subject: `${'Très '.repeat(39)}long` });
    await written(id, { person: 1 });
    const [mail, other] = await received();
    assert.deepEqual([mail?.to, other?.to], [[claire], ['zoé.petit@example.org']]);
    assert.equal(mail?.headers.bcc, undefined);
    assert.equal(mail?.body.trimEnd(), text.replaceAll('\r\n', '\n'));
    assert.equal(
      mail?.headers.from,
      '"Résidence \\"Été\\", <spy@example.org>" <accueil@example.org>'
        .replaceAll('\\"', '"')
        .replace(/^"(.*)" </, '$1 <'),
    );
    for (const line of mail?.raw.split('\r\n') ?? []) assert.ok(Buffer.byteLength(line) <= 998, line);
    // As an earlier version may have stored it.
    await execute(
      house.service.database,
      `update relations set fields = '{"email":"a@example.org, spy@example.org"}' where entry_id = ${id} and position = 0`,
    );
    assertFailure(await write(id), 400, 'INVALID', /^person:/);
    await execute(
      house.service.database,
      `update relations set fields = '{"email":"a@example.org\\nBcc: spy@example.org"}' where entry_id = ${id} and position = 0`,
    );
    assertFailure(await write(id), 400, 'INVALID', /^person:/);
  });

  it('is one of five a day to a person, and of sixty an hour by a user; answers are not counted for the person', async () => {
    const [id, other] = [await lead(), await lead()];
    for (let i = 0; i < 5; i++) await written(i % 2 === 0 ? id : other);
    const refused = await write(id);
    assertFailure(refused, 429, 'RATELIMIT');
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    await ok(direction.patch(`/desk/entries/${await complaint()}`, { comment: 'Nos excuses.', send: true }));
    pass(dayMs);
    direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    await written(id);
    const many = await lead({
      commercialrelations: Array.from({ length: 20 }, (_, i) => ({ email: `p${i}@example.org` })),
    });
    for (let i = 0; i < 59; i++) await written(many, { person: i % 20 });
    assertFailure(await write(many, { person: 19 }), 429, 'RATELIMIT');
  });

  it('more than 90 days after the last contact needs a consent', async () => {
    const id = await lead();
    pass(91 * dayMs);
    direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    assertFailure(await write(id), 409, 'CONSENT', /^consent:/);
    const agreed = {
      consentementEmail: 'oui',
      consentementSource: 'Au téléphone',
      consentementLe: '2026-06-01',
    };
    await ok(direction.post(`/desk/entries/${id}/consent`, agreed));
    const { id: message } = await written(id);
    // It may be taken back while the message waits.
    await ok(direction.post(`/desk/entries/${id}/consent`, { ...agreed, consentementEmail: 'non' }));
    assert.ok((await received()).every(({ to }) => !to.includes(claire)));
    assert.equal((await shown(id)).messages[0]?.cause, 'no-consent');
    assertFailure(await direction.post(`/desk/messages/${message}/resend`), 409, 'CONSENT', /^consent:/);
  });

  it('that is sent again so long after has the link by then', async () => {
    const id = await lead({ consentementEmail: 'oui' });
    const { id: message } = await written(id);
    house.smtp.refused.add(claire);
    await received();
    house.smtp.refused.clear();
    pass(91 * dayMs);
    direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    await ok(direction.post(`/desk/messages/${message}/resend`));
    const mail = (await received()).find(({ to }) => to.includes(claire));
    assert.match(mail?.headers['list-unsubscribe'] ?? '', /\/o\//);
  });

  it('is not held back by messages that were written while the clock was wrong', async () => {
    const id = await lead();
    pass(180 * dayMs);
    direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    const complaintId = await complaint();
    for (let i = 0; i < 5; i++) await written(complaintId, { person: 'entry' });
    assertFailure(await write(complaintId, { person: 'entry' }), 429, 'RATELIMIT');
    pass(-180 * dayMs);
    direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    await written(id);
  });

  it('that the mail server refuses is shown, flags its entry, and is in no log with its address', async () => {
    const id = await lead();
    await written(id);
    house.smtp.refused.add(claire);
    assert.deepEqual(await received(), []);
    const { messages, flagged, followUp } = await shown(id);
    assert.deepEqual([messages[0]?.state, flagged, followUp], ['failed', true, 'to-call']);
    const list = direction.get('/desk/entries?kind=commercial&flagged=true');
    assert.deepEqual(
      (await ok<{ data: { id: number }[] }>(list)).data.map((one) => one.id),
      [id],
    );
    assert.match(messages[0]?.cause ?? '', /550/);
    assert.ok(!house.service.log.some((line) => line.includes(claire)));
  });

  it('is sent again by those alone who may read its entry', async () => {
    const id = await lead();
    await written(id);
    await received();
    const administrator = await signIn(house.service);
    const [mail] = await rows<{ id: number }>(house.service.database, 'select id from mails');
    assertFailure(await administrator.post(`/desk/mails/${mail?.id}/resend`), 404, 'NOTFOUND');
  });

  it('loses what it says with the person, or the answer, that is corrected without trace', async () => {
    const officer = await openOfficer(house.service);
    const id = await lead();
    await written(id);
    await received();
    await removePerson(officer, id);
    const answered = await complaint();
    await ok(direction.patch(`/desk/entries/${answered}`, { comment: 'Canari', send: true }));
    await received();
    await ok(correctWithoutTrace(officer, answered, { comment: 'Autre' }));
    const found = await rows<{ recipient: string | null; subject: string; body: string }>(
      house.service.database,
      'select recipient, subject, body from mails where use is not null order by id',
    );
    assert.deepEqual(found, [
      { recipient: null, subject: '', body: '' },
      { recipient: claire, subject: '', body: '' },
    ]);
    await expirePastHolds(house.service);
  });
});

onOneEngine('an answer', (engine) => {
  beforeEach(() => open(engine));
  afterEach(() => house.close());

  it('to a complaint closes it, is told to its caller, and goes to who wrote', async () => {
    await addEndpoint(house.service);
    const id = await complaint();
    const {
      messages: [message],
    } = await ok<{ messages: { id: number }[] }>(
      direction.patch(`/desk/entries/${id}`, { comment: 'Nous avons réparé.', send: true }),
    );
    assert.equal((await lookUp(house.service, `complaint-${sent}`)).data.comment, 'Nous avons réparé.');
    assert.deepEqual(
      (await storedEvents(house.service, id)).map(({ event }) => event),
      ['processed'],
    );
    const [mail] = await received();
    assert.deepEqual([mail?.to, mail?.body.trimEnd()], [[claire], 'Nous avons réparé.']);
    assert.equal(mail?.headers.subject, `Réponse à votre réclamation [n° ${id}]`);
    assertFailure(await direction.post(`/desk/entries/${id}/undo`, {}), 409, 'CONFLICT', /left/);
    assertFailure(await direction.post(`/desk/messages/${message?.id}/cancel`), 409, 'CONFLICT');
    assert.equal((await shown(id)).status, 'processed');
  });

  it('is sent once, however often it is asked for with the same key', async () => {
    const id = await complaint();
    const { version } = await shown(id);
    const ask = (body: object = {}) =>
      house.service.app.inject({
        method: 'PATCH',
        url: `/desk/entries/${id}`,
        headers: { ...direction.headers, 'content-type': 'application/json', 'idempotency-key': 'a' },
        payload: JSON.stringify({ comment: 'Nous avons réparé.', send: true, version, ...body }),
      });
    const answers = await Promise.all([ask(), ask(), ask()]);
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1, answers.map(({ body }) => body).join());
    assert.equal(answers[0]?.statusCode, 200);
    assert.equal((await ask()).body, answers[0]?.body);
    assertFailure(await ask({ comment: 'Autre texte' }), 409, 'CONFLICT', /Idempotency-Key/);
    assert.equal((await received()).length, 1);
    assert.equal((await ask()).statusCode, 200);
    assert.deepEqual(await received(), []);
  });

  it('keeps the braces that staff typed, and names its own field when it is wrong', async () => {
    const change = (entry: number, body: object) => direction.patch(`/desk/entries/${entry}`, body);
    const id = await complaint();
    const long = await change(id, { comment: 'é'.repeat(5_001), send: true });
    assertFailure(long, 400, 'INVALID', /^comment:/);
    assertFailure(await change(id, { comment: ' ', send: true }), 400, 'INVALID', /^comment:/);
    await ok(change(id, { comment: 'Voir {annexe}.', send: true }));
    assert.equal((await received())[0]?.body.trimEnd(), 'Voir {annexe}.');
  });

  it('that is taken back within ten seconds opens the complaint again and is not sent', async () => {
    const id = await complaint();
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Trop vite.', send: true }));
    await ok(direction.post(`/desk/entries/${id}/undo`, {}));
    assert.deepEqual(await received(), []);
    const { status, comment, messages } = await shown(id);
    assert.deepEqual([status, comment, messages], ['new', null, []]);
  });

  it('to an applicant goes to them; without a text, an address or for a lead it is refused', async () => {
    const route = 'announcement/postuler';
    const application = { etablissementId: 3, lastName: 'Petit', email: 'luc.petit@example.org' };
    const id = await send(house.service, `application-${++sent}`, application, route);
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Venez nous voir.', send: true }));
    const [mail] = await received();
    assert.deepEqual(
      [mail?.to, mail?.headers.subject],
      [['luc.petit@example.org'], `Votre candidature [n° ${id}]`],
    );
    const change = (entry: number, body: object) => direction.patch(`/desk/entries/${entry}`, body);
    assertFailure(await change(id, { send: true }), 400, 'INVALID', /something to change/);
    assertFailure(await change(id, { send: true, comment: null }), 400, 'INVALID', /^comment:/);
    assertFailure(await change(await lead(), { send: true, comment: 'a' }), 400, 'INVALID', /^send:/);
    const nameless = await complaint({ email: '' });
    assertFailure(await change(nameless, { send: true, comment: 'a' }), 400, 'INVALID', /^person:/);
    assert.equal((await shown(nameless)).status, 'new');
  });
});

onSqlite('while e-mail is off', (engine) => {
  it('nothing is written to anybody', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const id = await send(service, 'off', { commercialrelations: [{ email: claire }] });
    assertFailure(await desk.post(`/desk/entries/${id}/messages`, letter), 400, 'INVALID', /^channel:/);
    const answer = await desk.patch(`/desk/entries/${id}`, { comment: 'a', send: true });
    assertFailure(answer, 400, 'INVALID', /^send:/);
    assert.equal(await number(service.database, 'select count(*) from mails'), 0);
  });
});
