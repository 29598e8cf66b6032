// Sending mails, failures and retries.
import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { type MailHouse, openMailHouse } from '../../test/fixtures/mail.ts';
import { number, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, onSqlite } from '../../test/fixtures/service.ts';
import type { SmtpLogin } from '../../test/fixtures/smtp.ts';
import { dayMs, minuteMs } from '../clock.ts';
import { openMailQueue } from '../outbox/open-queue.ts';
import { expireMails } from '../outbox/purge.ts';
import { type ClaimedMail, mailQueue } from '../outbox/queues.ts';
import type { Engine } from '../store/dialect.ts';
import { openSmtp } from './smtp.ts';

let house: MailHouse;

/** A service with one pending notification. */
async function withNews(engine: Engine, login?: SmtpLogin): Promise<{ readonly email: string }> {
  house = await openMailHouse(engine, login === undefined ? {} : { login });
  const { email } = await signIn(house.service, [{ role: 'commercial', establishmentId: 3 }]);
  await arrive();
  return { email };
}

async function arrive(): Promise<void> {
  const { service } = house;
  await ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {}));
}

function states(): Promise<{ state: string; attempts: number; cause: string | null }[]> {
  return rows(
    house.service.database,
    'select state, attempts, failure_reason as cause from mails order by id',
  );
}

/** Claims mails as another process would that is then killed. */
function claimElsewhere(): Promise<readonly ClaimedMail[]> {
  const { clock, database } = house.service;
  const { claims } = openMailQueue(database, () => clock.now);
  return claims.take({ failing: 0, perDestination: 4, inAll: 4, except: [] }, clock.now.toISOString());
}

const pass = (ms: number) => {
  house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
};

onSqlite('a mail', (engine) => {
  afterEach(() => house.close());

  it('to somebody whom the server does not know is given up at once, and the others go', async () => {
    const { email } = await withNews(engine);
    const { smtp, service } = house;
    const { email: known } = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    smtp.refused.add(email);
    await house.round();
    assert.deepEqual(
      smtp.take().map(({ to }) => to),
      [[known]],
    );
    const found = await states();
    assert.deepEqual(found.map(({ state, attempts }) => [state, attempts]).toSorted(), [
      ['failed', 1],
      ['sent', 1],
    ]);
    assert.match(found.find(({ state }) => state === 'failed')?.cause ?? '', /^RCPT TO: 550 No such user/);
    pass(30 * dayMs);
    await house.round();
    assert.deepEqual(smtp.take(), []);
  });

  it('waits while the server is away, as long as the schedule says, and is given up after a day', async () => {
    await withNews(engine);
    const { smtp, reports, service } = house;
    await smtp.close();
    const pausesMs = [1, 5, 20, 60, 120, 240, 480, 480].map((minutes) => minutes * minuteMs);
    for (const [i, pauseMs] of pausesMs.entries()) {
      await house.round();
      assert.equal(reports.length, i + 1);
      assert.equal(reports[i]?.verdict, 'retry');
      assert.match(reports[i]?.outcome.failureReason ?? '', /ECONNREFUSED/);
      pass(pauseMs - 1);
      await house.round();
      assert.equal(reports.length, i + 1, `not before ${pauseMs} ms`);
      pass(1);
    }
    await house.round();
    assert.deepEqual([reports.length, reports.at(-1)?.verdict, reports.at(-1)?.nextAt], [9, 'failed', null]);
    assert.deepEqual(
      (await states()).map(({ state, attempts }) => [state, attempts]),
      [['failed', 9]],
    );
    pass(30 * dayMs);
    await house.round();
    assert.equal(reports.length, 9);
    assert.equal(service.clock.now > new Date('2026-03-05T09:00:00.000Z'), true);
  });

  it('that the server can’t take now goes later, the same one', async () => {
    await withNews(engine);
    const { smtp } = house;
    smtp.answer = { status: 451, message: 'Try again later' };
    await house.round();
    smtp.answer = { status: 421, message: 'Too busy' };
    pass(minuteMs);
    await house.round();
    assert.deepEqual(
      house.reports.map(({ verdict, outcome }) => [verdict, outcome.failureReason]),
      [
        ['retry', 'DATA: 451 Try again later'],
        ['retry', 'DATA: 421 Too busy'],
      ],
    );
    smtp.answer = undefined;
    pass(5 * minuteMs);
    await house.round();
    const [mail] = smtp.take();
    assert.deepEqual(await states(), [{ state: 'sent', attempts: 3, cause: null }]);
    const [stored] = await rows<{ id: string }>(house.service.database, 'select message_id as id from mails');
    assert.equal(mail?.headers['message-id'], `<${stored?.id}>`);
  });

  it('that the server leaves unanswered holds up no other', async () => {
    const { email: slow } = await withNews(engine);
    const { smtp, service, reports } = house;
    for (let i = 0; i < 6; i++) await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const { promise: sixHaveCome, resolve } = Promise.withResolvers<void>();
    let come = 0;
    smtp.beforeAnswer = async (recipient) => {
      if (recipient === slow) await sixHaveCome;
      else if (++come === 6) resolve();
    };
    await house.round();
    assert.deepEqual([smtp.take().length, reports.length], [7, 7]);
    assert.equal((await states()).filter(({ state }) => state === 'sent').length, 7);
  });

  it('to a mailbox that is busy goes later', async () => {
    const { email } = await withNews(engine);
    house.smtp.deferred.add(email);
    await house.round();
    assert.deepEqual(
      (await states()).map(({ state, attempts }) => [state, attempts]),
      [['pending', 1]],
    );
    house.smtp.deferred.clear();
    pass(minuteMs);
    await house.round();
    assert.deepEqual(
      house.smtp.take().map(({ to }) => to),
      [[email]],
    );
  });

  it('that the server will never take is given up', async () => {
    await withNews(engine);
    house.smtp.answer = { status: 554, message: 'Looks like spam' };
    await house.round();
    assert.deepEqual(await states(), [{ state: 'failed', attempts: 1, cause: 'DATA: 554 Looks like spam' }]);
  });

  it('to somebody who was disabled meanwhile is given up', async () => {
    await withNews(engine);
    const { service, smtp } = house;
    smtp.answer = { status: 451, message: 'Later' };
    await house.round();
    smtp.answer = undefined;
    const administrator = await signIn(service);
    const id = await number(service.database, 'select user_id from mails');
    assert.equal((await administrator.patch(`/desk/users/${id}`, { disabled: true })).statusCode, 200);
    pass(minuteMs);
    await house.round();
    assert.deepEqual(smtp.take(), []);
    assert.deepEqual(
      (await states()).map(({ state, cause }) => [state, cause]),
      [['failed', 'user-disabled']],
    );
  });

  it('goes with the login of SMTP_URL; a wrong one is tried again, and shown nowhere', async () => {
    const login = { user: 'accueil@example.org', password: 'smtp/canary:été 0123' };
    await withNews(engine, login);
    const { service, smtp, reports } = house;
    await house.round();
    const [mail] = smtp.take();
    assert.equal(mail?.user, login.user);
    const { mail: settings } = service.config;
    assert.ok(settings !== undefined);
    // The server repeats what it was sent.
    const wrong = { ...login, password: 'smtp-canary-wrong' };
    const send = openSmtp(
      { ...settings, server: { ...settings.server, login: wrong } },
      () => service.clock.now,
    );
    const outcome = await send({ messageId: 'a@example.org', to: 'b@example.org', subject: 'c', text: 'd' });
    assert.equal(outcome.kind, 'retryable');
    const seen = JSON.stringify([
      outcome,
      reports,
      service.log,
      await rows(service.database, 'select * from mails'),
    ]);
    for (const password of [login.password, wrong.password]) {
      for (const way of [password, encodeURIComponent(password), Buffer.from(password).toString('base64')]) {
        assert.equal(seen.includes(way), false, way);
      }
    }
    assert.match(outcome.failureReason ?? '', /^AUTH .*: 535 No: …$/);
  });

  it('with a password goes over TLS, but to a server on the same machine', async () => {
    await withNews(engine, { user: 'accueil', password: 'smtp-canary' });
    const { mail: settings } = house.service.config;
    assert.ok(settings !== undefined);
    // Another name of this machine, which does not look like one. The server offers no TLS.
    const server = { ...settings.server, host: '0.0.0.0' };
    const letter = { messageId: 'a@example.org', to: 'b@example.org', subject: 'c', text: 'd' };
    const clock = () => house.service.clock.now;
    const outcome = await openSmtp({ ...settings, server }, clock)(letter);
    assert.match(outcome.failureReason ?? '', /STARTTLS/);
    const open = openSmtp({ ...settings, server: { ...server, login: undefined } }, clock);
    const unknown = await open(letter);
    assert.match(unknown.failureReason ?? '', /^MAIL FROM: 530/);
    assert.deepEqual(house.smtp.take(), []);
  });
});

onBothEngines('a mail among processes', (engine) => {
  afterEach(() => house.close());

  it('of a process that was killed after it had claimed it goes when the lease has ended', async () => {
    await withNews(engine);
    const { smtp } = house;
    // Written, and not sent yet.
    smtp.answer = { status: 451, message: 'Later' };
    await house.round();
    smtp.answer = undefined;
    pass(minuteMs);
    const claimed = await claimElsewhere();
    assert.equal(claimed.length, 1);
    pass(mailQueue.leaseMs - 1);
    await house.round();
    assert.deepEqual(smtp.take(), []);
    pass(1);
    await house.round();
    assert.equal(smtp.take().length, 1);
  });

  it('of a process that was killed after the server had taken it goes once more, with the same Message-ID', async () => {
    await withNews(engine);
    const { service, smtp } = house;
    smtp.answer = { status: 451, message: 'Later' };
    await house.round();
    smtp.answer = undefined;
    pass(minuteMs);
    const { mail } = service.config;
    assert.ok(mail !== undefined);
    const claimed = await claimElsewhere();
    const send = openSmtp(mail, () => service.clock.now);
    for (const { id, messageId, to, subject } of claimed) {
      const body = await openMailQueue(service.database, () => service.clock.now).bodyOf(id);
      assert.ok(body !== undefined);
      assert.equal((await send({ messageId, to, subject, text: body })).kind, 'delivered');
    }
    pass(mailQueue.leaseMs);
    await house.round();
    await house.round();
    const ids = smtp.take().map(({ headers }) => headers['message-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
    assert.equal((await states())[0]?.state, 'sent');
  });

  it('whose connection is cut before the server has said that it has it goes once more, with the same Message-ID', async () => {
    await withNews(engine);
    const { smtp } = house;
    smtp.cutsAfterData = true;
    await house.round();
    smtp.cutsAfterData = false;
    await house.round();
    pass(minuteMs);
    await house.round();
    pass(dayMs);
    await house.round();
    const ids = smtp.take().map(({ headers }) => headers['message-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });

  it('on its way stays with its process when another one starts whose clock is behind by seconds', async () => {
    await withNews(engine);
    const { smtp, round, otherRound } = house;
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    smtp.beforeAnswer = () => {
      smtp.beforeAnswer = undefined;
      asked.resolve();
      return answer.promise;
    };
    const sending = round();
    await asked.promise;
    pass(-5_000);
    await otherRound();
    answer.resolve();
    await sending;
    assert.equal(smtp.take().length, 1);
  });

  it('is written and sent once, however many processes look', async () => {
    await withNews(engine);
    const { service, smtp, round, otherRound } = house;
    for (let i = 1; i < 11; i++) await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const digesting = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    await digesting.put('/desk/session/mail', { mail: 'digest' });
    for (let i = 1; i < 10; i++) await arrive();
    await Promise.all([round(), otherRound(), round(), otherRound()]);
    // Mails claimed by one worker are skipped by another at the same instant.
    await round();
    const mails = smtp.take();
    const sent = mails.filter(({ to }) => to[0] !== digesting.email);
    assert.equal(sent.length, 11);
    assert.equal(new Set(sent.map(({ to }) => to[0])).size, 11);
    for (const { body } of sent) assert.equal(body.match(/#\/leads\//g)?.length, 10);
    assert.deepEqual(
      mails.filter(({ to }) => to[0] === digesting.email).map(({ to, headers }) => [to, headers.subject]),
      [[[digesting.email], 'Point du matin du 04/03\u00A0: 10 à rappeler']],
    );
  });

  it('is deleted half a year later with its notification, unless it is still to be sent', async () => {
    await withNews(engine);
    const { service, smtp } = house;
    await house.round();
    const { database, clock } = service;
    const sentAt = clock.now.getTime();
    pass(15 * minuteMs);
    smtp.answer = { status: 451, message: 'Later' };
    await arrive();
    await house.round();
    const left = async () => [
      await number(database, 'select count(*) from mails'),
      await number(database, 'select count(*) from notifications'),
    ];
    assert.equal(await expireMails(database, new Date(sentAt + 183 * dayMs - 1)), 0);
    assert.deepEqual(await left(), [2, 2]);
    assert.equal(await expireMails(database, new Date(clock.now.getTime() + 183 * dayMs)), 1);
    assert.deepEqual(await left(), [1, 0]);
  });
});
