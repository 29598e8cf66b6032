// What staff write to families and applicants, until it is in their mailboxes.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { type MailService, openMailService } from '../../../test/fixtures/mail.ts';
import { correctWithoutTrace, erase, hold, openOfficer } from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onBothEngines,
  onOneEngine,
  onSqlite,
  startService,
} from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { recipientHashOf } from '../../entries/search/objections.ts';
import { completeLetters } from '../../letters/given-up.ts';
import { purgeHashes } from '../../letters/letters.ts';
import { refusalOf } from '../../letters/refusal.ts';
import { openLetterQueue } from '../../outbox/open-queue.ts';

const residence = 'le-clos-des-vignes@example.org';
const letter = {
  person: 0,
  channel: 'email',
  subject: 'Votre demande',
  text: 'Madame,\n\nNous avons essayé de vous joindre.\n\nHélène Faure',
};

let house: MailService;
let direction: Desk;
/** The address of a family: one of its own for each test, for a person gets five letters a day. */
let claire = '';
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
const write = (id: number, body: object = {}) =>
  direction.post(`/desk/entries/${id}/letters`, { ...letter, ...body });
const written = async (id: number, body: object = {}) => ok<{ id: number; sendsAt: string }>(write(id, body));

/** What arrives when the ten seconds are over. */
async function received() {
  pass(10_000);
  await house.round();
  return house.smtp.take();
}

interface Shown extends Record<string, unknown> {
  readonly version: number;
  readonly letters: readonly { id: number; state: string; cause: string | null }[];
}
const shown = (id: number) => ok<Shown>(direction.get(`/desk/entries/${id}`));

async function open(engine: Parameters<typeof openMailService>[0]): Promise<void> {
  house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
}

/** Sessions end while days pass. */
async function signInAgain(): Promise<void> {
  direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
  await execute(house.service.database, `update users set mail = 'none'`);
}

async function newFamily(): Promise<void> {
  // What a test has left waiting.
  await received();
  claire = `claire.martin-${++sent}@example.org`;
  await signInAgain();
  const details = `update establishments set details = '{"email":"${residence}"}' where id = 3`;
  await execute(house.service.database, details);
}

/** A message to a family, and the answer to a complaint. */
async function requestsThatWrite() {
  const [id, answered] = [await lead(), await complaint()];
  const answer = { comment: 'Nous avons réparé.', send: true };
  return [
    { method: 'POST', entry: id, url: `/desk/entries/${id}/letters`, content: letter },
    { method: 'PATCH', entry: answered, url: `/desk/entries/${answered}`, content: answer },
  ] as const;
}

onOneEngine('a message to a family', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('a message is erased with its entry, and not by time alone', async () => {
    const officer = await openOfficer(house.service);
    const id = await lead();
    await written(id, { subject: 'Canari', text: 'Canari' });
    house.smtp.refused.add(claire);
    assert.deepEqual(await received(), []);
    house.smtp.refused.clear();
    await written(id, { subject: 'Canari', text: 'Canari' });
    assert.equal((await received()).length, 1);
    const { database, clock } = house.service;
    const left = `select count(*) from letters where subject like '%Canari%' or body like '%Canari%'
      or recipient like '%claire%' or failure_reason like '%claire%'`;
    assert.equal(await number(database, left), 2);
    await erase(officer, id);
    assert.equal(await number(database, left), 0);
    assert.equal(await number(database, 'select count(*) from letters'), 2);
    // Limits look back at its address for thirty days, erased or not; then nothing tells it apart.
    const hashes = () => number(database, 'select count(*) from letters where recipient_hash is not null');
    await database.write(purgeHashes, {}, new Date(clock.now.getTime() + 29 * dayMs));
    assert.equal(await hashes(), 2);
    const kept = await lead();
    await written(kept, {});
    await database.write(purgeHashes, {}, new Date(clock.now.getTime() + 30 * dayMs));
    assert.equal(await hashes(), 1);
    await received();
  });

  it('a message arrives as typed, in the name of the residence', async () => {
    await addEndpoint(house.service);
    const id = await lead({ consentementEmail: 'oui' });
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
    assert.partialDeepStrictEqual(after.letters, [{ state: 'sent', to: claire, text: letter.text }]);
    // It is no contact, and nothing that the caller would hear of.
    const { version: _, history: __, letters: ___, ...rest } = before;
    for (const [name, value] of Object.entries(rest)) assert.deepEqual(after[name], value, name);
    assert.deepEqual(await storedEvents(house.service, id), []);
  });

  it('a message taken back within ten seconds is never sent, no later one is', async () => {
    const id = await lead();
    const first = await written(id);
    pass(9_999);
    await ok(direction.post(`/desk/letters/${first.id}/cancel`));
    assert.deepEqual(await received(), []);
    assert.deepEqual((await shown(id)).letters, []);
    assertFailure(await direction.post(`/desk/letters/${first.id}/cancel`), 404, 'NOTFOUND');
    const second = await written(id);
    pass(10_000);
    const { clock, database } = house.service;
    const { claims } = openLetterQueue(database, () => clock.now, completeLetters);
    const request = { failing: 0, perDestination: 4, inAll: 4, except: [] } as const;
    const claimed = await claims.take(request, clock.now.toISOString());
    assert.equal(claimed.length, 1);
    assertFailure(await direction.post(`/desk/letters/${second.id}/cancel`), 409, 'CONFLICT', /left/);
    pass(120_000);
    await house.round();
    assert.equal(house.smtp.take().length, 1);
    assertFailure(await direction.post(`/desk/letters/${second.id}/cancel`), 409, 'CONFLICT', /left/);
  });

  it('a message or an answer is sent once, however often its key is sent', async () => {
    for (const { method, url, entry, content } of await requestsThatWrite()) {
      const { version } = await shown(entry);
      const ask = (body: object = {}) =>
        house.service.app.inject({
          method,
          url,
          headers: { ...direction.headers, 'content-type': 'application/json', 'idempotency-key': method },
          payload: JSON.stringify({ ...content, version, ...body }),
        });
      const answers = await Promise.all([ask(), ask(), ask()]);
      assert.equal(answers[0]?.statusCode, 200);
      assert.equal(new Set(answers.map(({ body }) => body)).size, 1, answers.map(({ body }) => body).join());
      const other = await ask(method === 'POST' ? { text: 'Autre texte' } : { comment: 'Autre texte' });
      assertFailure(other, 409, 'CONFLICT', /Idempotency-Key/);
      assert.equal((await received()).length, 1);
      assert.equal((await ask()).body, answers[0]?.body);
      assert.deepEqual(await received(), []);
    }
  });

  it('a message or an answer that was taken back is not sent by its key', async () => {
    for (const { method, url, content } of await requestsThatWrite()) {
      const key = { 'idempotency-key': `back-${method}` };
      const headers = { ...direction.headers, 'content-type': 'application/json', ...key };
      const ask = () => house.service.app.inject({ method, url, headers, payload: JSON.stringify(content) });
      assert.equal((await ask()).statusCode, 200);
      const found = `select max(id) from letters`;
      await ok(direction.post(`/desk/letters/${await number(house.service.database, found)}/cancel`));
      assertFailure(await ask(), 409, 'CONFLICT', /taken back/);
      assert.deepEqual(await received(), []);
    }
    const listed = await ok<{ data: object[] }>((await signIn(house.service)).get('/desk/mails?to=people'));
    assert.ok(!JSON.stringify(listed.data[0]).includes('"use":null'));
    const kept = `select count(*) from letters where state = 'cancelled'
      and (subject <> '' or body <> '' or recipient is not null or recipient_hash is not null)`;
    assert.equal(await number(house.service.database, kept), 0);
  });

  it('nothing leaves about erased, limited or spam entries, or to objectors', async () => {
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
    await ok(direction.patch(`/desk/entries/${objecting}`, { resultat: 'commercial.resultat.nosuite' }));
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
    for (const [id, cause] of [
      [limited, 'entry-limited'],
      [spam, 'entry-spam'],
      [objecting, 'objects'],
    ] as const) {
      const found = `select state, failure_reason as cause from letters where entry_id = ${id}`;
      assert.deepEqual(await rows(house.service.database, found), [{ state: 'failed', cause }]);
    }
    assert.equal((await shown(objecting)).flagged, true);
    assertFailure(await write(objecting), 409, 'CONFLICT', /objects/);
    assertFailure(await write(erased), 409, 'ERASED');
    assertFailure(await write(limited), 404, 'NOTFOUND');
  });
});

onBothEngines('at the same time', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('a person gets five messages a day, however many write', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => lead()));
    const grant = { role: 'direction', establishmentId: 3 } as const;
    const writers = await Promise.all(ids.map(() => signIn(house.service, [grant])));
    const asked = [...ids, ...ids].map((id, i) =>
      writers[i % 4]?.post(`/desk/entries/${id}/letters`, letter),
    );
    const statuses = (await Promise.all(asked)).map((answer) => answer?.statusCode);
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 429, 429, 429]);
  });
});

onSqlite('a message to a family', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('a message goes to the address that the dialog has shown, or to nobody', async () => {
    const id = await lead();
    const answered = await complaint();
    const other = 'paul@example.org';
    assertFailure(await write(id, { to: other }), 409, 'CONFLICT', /^to:/);
    const answer = { comment: 'Nos excuses.', send: true };
    const refused = await direction.patch(`/desk/entries/${answered}`, { ...answer, to: other });
    assertFailure(refused, 409, 'CONFLICT', /^to:/);
    assert.equal((await shown(answered)).status, 'new');
    await written(id, { to: claire });
    await ok(direction.patch(`/desk/entries/${answered}`, { ...answer, to: claire }));
    assert.equal((await received()).length, 2);
  });

  it('why no message can be written is said beforehand', async () => {
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
    assert.partialDeepStrictEqual(await shown(id), { mayWrite: true, noMail: null });
    assert.partialDeepStrictEqual(await shown(wrong), { mayWrite: true, noMail: 'address' });
    assert.partialDeepStrictEqual(await shown(nobody), { mayWrite: false, noMail: null });
    assert.equal((await shown(await complaint())).answerTo, claire);
    assert.equal((await shown(await complaint({ email: '' }))).answerTo, null);
    await execute(house.service.database, `update establishments set details = '{}' where id = 3`);
    assert.partialDeepStrictEqual(await shown(id), { mayWrite: true, noMail: 'residence' });
  });

  it('a message that came back flags its entry', async () => {
    const id = await lead();
    const { id: message } = await written(id);
    const note = (returned: boolean) => direction.post(`/desk/letters/${message}/returned`, { returned });
    assertFailure(await note(true), 409, 'CONFLICT', /not sent/);
    await received();
    const { database, secrets } = house.service;
    const recipientHash = recipientHashOf('email', claire, secrets.contentKey);
    const refusal = (use: 'receipt' | 'free') =>
      refusalOf(
        database.read,
        { entryId: id, use, channel: 'email', person: '0', recipientHash },
        { contentKey: secrets.contentKey, now: house.service.clock.now },
      );
    assert.equal(await refusal('receipt'), undefined);
    await ok(note(true));
    const { letters, flagged, followUp } = await shown(id);
    assert.deepEqual([letters[0]?.state, flagged, followUp], ['returned', true, 'to-call']);
    assert.equal(await refusal('receipt'), 'returned');
    // Who writes by hand may know better.
    assert.equal(await refusal('free'), undefined);
    await ok(note(false));
    const after = await shown(id);
    assert.deepEqual([after.letters[0]?.state, after.flagged], ['sent', true], '« Vu » clears the flag');
    assert.equal(await refusal('receipt'), undefined);
  });

  it('a failed message is sent again to the address its person still has', async () => {
    const id = await lead();
    const { id: message } = await written(id);
    const again = () => direction.post(`/desk/letters/${message}/resend`);
    assertFailure(await again(), 409, 'CONFLICT', /not failed/);
    house.smtp.refused.add(claire);
    await received();
    house.smtp.refused.clear();
    await ok(again());
    assertFailure(await again(), 409, 'CONFLICT', /not failed/);
    assert.deepEqual(
      (await received()).map(({ to }) => to),
      [[claire]],
    );
    assert.equal((await shown(id)).letters[0]?.state, 'sent');
    await written(id);
    house.smtp.refused.add(claire);
    await received();
    house.smtp.refused.clear();
    const [failed] = (await shown(id)).letters;
    const relations = [{ position: 0, email: 'claire.petit@example.org' }];
    await ok(direction.patch(`/desk/entries/${id}`, { relations }));
    const late = await direction.post(`/desk/letters/${failed?.id}/resend`);
    assertFailure(late, 409, 'CONFLICT', /^to:/);
  });

  it('a wrong message is refused with the name of what is wrong', async () => {
    const id = await lead();
    for (const [body, field] of [
      [{ text: ' \n' }, /^text:/],
      [{ text: '\u200B\u2060\uFEFF \u00AD\u3164' }, /^text:/],
      [{ text: 'é'.repeat(5_001) }, /^text:/],
      [{ text: 'Le {date} à {heure}' }, /^text: .*\{date\}/],
      [{ text: 'Bonjour {prénom}' }, /^text: .*\{prénom\}/],
      [{ subject: '' }, /^subject:/],
      [{ subject: 'x'.repeat(201) }, /^subject:/],
      [{ subject: 'Bonjour\r\nBcc: spy@example.org' }, /^subject:/],
      [{ subject: 'Bonjour\u2028Bcc: spy@example.org' }, /^subject:/],
      [{ person: 'entry' }, /^person:/],
      [{ person: 1 }, /^person:/],
      [{ channel: 'sms' }, /^channel:/],
    ] as const)
      assertFailure(await write(id, body), 400, 'INVALID', field);
    await written(id, { text: 'é'.repeat(5_000), subject: 'x'.repeat(200) });
    assert.equal((await write(id, { version: 0 })).statusCode, 409);
    await execute(house.service.database, `update establishments set details = '{}' where id = 3`);
    assertFailure(await write(id), 400, 'INVALID', /^id:/);
  });

  it('five messages a day to a person, sixty an hour by a user', async () => {
    const [id, other] = [await lead(), await lead()];
    for (let i = 0; i < 5; i++) await written(i % 2 === 0 ? id : other);
    assertFailure(await write(id), 429, 'RATELIMIT');
    // An answer is owed all the same.
    await ok(direction.patch(`/desk/entries/${await complaint()}`, { comment: 'Nos excuses.', send: true }));
    pass(dayMs + 10_000);
    await signInAgain();
    await written(id);
    const many = await lead({
      commercialrelations: Array.from({ length: 20 }, (_, i) => ({ email: `p${i}@example.org` })),
    });
    for (let i = 0; i < 59; i++) await written(many, { person: i % 20 });
    assertFailure(await write(many, { person: 19 }), 429, 'RATELIMIT');
    // They come in pages.
    const { letters, lettersNext } = await shown(many);
    const older = await ok<{ data: { id: number }[]; next: null }>(
      direction.get(`/desk/entries/${many}/letters?before=${lettersNext}`),
    );
    assert.deepEqual([letters.length, older.data.length, older.next], [50, 9, null]);
    assert.equal(new Set([...letters, ...older.data].map((one) => one.id)).size, 59);
  });

  it('what failed counts for the day on which it is sent again', async () => {
    const id = await lead();
    const failed = await written(id);
    house.smtp.refused.add(claire);
    await received();
    house.smtp.refused.clear();
    pass(2 * dayMs);
    await signInAgain();
    for (let i = 0; i < 4; i++) await written(id);
    await ok(direction.post(`/desk/letters/${failed.id}/resend`));
    assertFailure(await write(id), 429, 'RATELIMIT');
    assert.equal((await received()).length, 5);
    // Of the next day, where five were written before.
    pass(dayMs);
    await signInAgain();
    house.smtp.refused.add(claire);
    const again = await written(id);
    await received();
    house.smtp.refused.clear();
    pass(dayMs);
    await signInAgain();
    for (let i = 0; i < 5; i++) await written(id);
    assertFailure(await direction.post(`/desk/letters/${again.id}/resend`), 429, 'RATELIMIT');
  });

  it('a message more than 90 days after the last contact needs consent', async () => {
    const id = await lead();
    pass(91 * dayMs);
    await signInAgain();
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
    assert.equal((await shown(id)).letters[0]?.cause, 'no-consent');
    assertFailure(await direction.post(`/desk/letters/${message}/resend`), 409, 'CONSENT', /^consent:/);
  });

  it('an agreement is of one person, and a « non » of a form ends with its request', async () => {
    const paul = 'paul@example.org';
    const [id, refusing] = [
      await lead({ consentementEmail: 'oui', commercialrelations: [{ email: claire }, { email: paul }] }),
      await lead({ consentementEmail: 'non' }),
    ];
    await written(refusing);
    await ok(direction.patch(`/desk/entries/${refusing}`, { resultat: 'commercial.resultat.nosuite' }));
    assertFailure(await write(refusing), 409, 'CONFLICT', /objects/);
    pass(91 * dayMs);
    await signInAgain();
    await written(id);
    assertFailure(await write(id, { person: 1 }), 409, 'CONSENT', /^consent:/);
    const agreed = { consentementSource: 'Au téléphone', consentementLe: '2026-06-01' };
    await ok(
      direction.post(`/desk/entries/${id}/consent`, { ...agreed, person: 1, consentementEmail: 'oui' }),
    );
    await written(id, { person: 1 });
    await written(id);
  });

  it('a refused message flags its entry, and its address is in no log', async () => {
    const id = await lead();
    await written(id);
    house.smtp.refused.add(claire);
    assert.deepEqual(await received(), []);
    house.smtp.refused.clear();
    const { letters, flagged, followUp } = await shown(id);
    assert.deepEqual([letters[0]?.state, flagged, followUp], ['failed', true, 'to-call']);
    assert.match(letters[0]?.cause ?? '', /550/);
    const administrator = await signIn(house.service);
    const again = await administrator.post(`/desk/mails/${letters[0]?.id}/resend`);
    assertFailure(again, 404, 'NOTFOUND', /no mail/);
    assert.ok(!house.service.log.some((line) => line.includes(claire)));
  });
});

onOneEngine('an answer', (engine) => {
  before(() => open(engine));
  beforeEach(newFamily);
  after(() => house.close());

  it('an answer closes its complaint, is told to its caller and mailed', async () => {
    await addEndpoint(house.service);
    const id = await complaint();
    const {
      letters: [message],
    } = await ok<{ letters: { id: number }[] }>(
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
    assertFailure(await direction.post(`/desk/letters/${message?.id}/cancel`), 409, 'CONFLICT');
    assert.equal((await shown(id)).status, 'processed');
  });

  it('an answer keeps the braces that staff typed', async () => {
    const change = (entry: number, body: object) => direction.patch(`/desk/entries/${entry}`, body);
    const id = await complaint();
    const long = await change(id, { comment: 'é'.repeat(5_001), send: true });
    assertFailure(long, 400, 'INVALID', /^comment:/);
    assertFailure(await change(id, { comment: ' ', send: true }), 400, 'INVALID', /^comment:/);
    await ok(change(id, { comment: 'Voir {annexe}.', send: true }));
    assert.equal((await received())[0]?.body.trimEnd(), 'Voir {annexe}.');
  });

  it('an answer taken back within ten seconds opens the complaint again', async () => {
    const id = await complaint();
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Trop vite.', send: true }));
    await ok(direction.post(`/desk/entries/${id}/undo`, {}));
    assert.deepEqual(await received(), []);
    const { status, comment, letters } = await shown(id);
    assert.deepEqual([status, comment, letters], ['new', null, []]);
    assert.equal((await lookUp(house.service, `complaint-${sent}`)).data.status, 'new');
  });

  it('an answer corrected without trace is blanked in its mail', async () => {
    const officer = await openOfficer(house.service);
    const id = await complaint();
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Canari', send: true }));
    await received();
    await ok(correctWithoutTrace(officer, id, { comment: 'Autre' }));
    const kept = `select subject, body from letters where entry_id = ${id}`;
    assert.deepEqual(await rows(house.service.database, kept), [{ subject: '', body: '' }]);
  });

  it('an applicant is answered; without text or address that is refused', async () => {
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
    assertFailure(await desk.post(`/desk/entries/${id}/letters`, letter), 400, 'INVALID', /^channel:/);
    const answer = await desk.patch(`/desk/entries/${id}`, { comment: 'a', send: true });
    assertFailure(answer, 400, 'INVALID', /^send:/);
    assert.equal(await number(service.database, 'select count(*) from letters'), 0);
  });
});
