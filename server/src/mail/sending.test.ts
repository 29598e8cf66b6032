// Sending mails, failures and retries.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { type MailService, mailFrom, openMailService } from '../../test/fixtures/mail.ts';
import { number, rows } from '../../test/fixtures/rows.ts';
import { onBothEngines, onSqlite } from '../../test/fixtures/service.ts';
import { openSmtpReceiver } from '../../test/fixtures/smtp.ts';
import { dayMs, minuteMs } from '../clock.ts';
import { parseConfig } from '../config.ts';
import { openNoticeQueue } from '../outbox/open-queue.ts';
import { expireNotices } from '../outbox/purge.ts';
import { type ClaimedNotice, noticeQueue } from '../outbox/queues.ts';
import type { Engine } from '../store/dialect.ts';
import { openSmtp } from './smtp.ts';

let house: MailService;

/** The user of {@link withNews}. */
let email: string;

/** One service for the tests of a suite, each of which finds one pending notification. */
function withNews(engine: Engine): void {
  before(async () => {
    house = await openMailService(engine);
  });
  beforeEach(async () => {
    await house.reset();
    ({ email } = await signIn(house.service, [{ role: 'commercial', establishmentId: 3 }]));
    await arrive();
  });
  after(() => house.close());
}

async function arrive(): Promise<void> {
  const { service } = house;
  await ok(service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {}));
}

function states(): Promise<{ state: string; attempts: number; cause: string | null }[]> {
  return rows(
    house.service.database,
    'select state, attempts, failure_reason as cause from notices order by id',
  );
}

/** Claims mails as another process would that is then killed. */
function claimElsewhere(): Promise<readonly ClaimedNotice[]> {
  const { clock, database } = house.service;
  const { claims } = openNoticeQueue(database, () => clock.now);
  return claims.take({ failing: 0, perDestination: 4, inAll: 4, except: [] }, clock.now.toISOString());
}

const pass = (ms: number) => {
  house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
};

onSqlite('sending mails', (engine) => {
  withNews(engine);

  it('a mail to an unknown address is given up at once, and the others go', async () => {
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

  it('a mail that the server leaves unanswered holds up no other', async () => {
    const { smtp, service, reports } = house;
    for (let i = 0; i < 6; i++) await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const { promise: sixHaveCome, resolve } = Promise.withResolvers<void>();
    let come = 0;
    smtp.beforeAnswer = async (recipient) => {
      if (recipient === email) await sixHaveCome;
      else if (++come === 6) resolve();
    };
    await house.round();
    assert.deepEqual([smtp.take().length, reports.length], [7, 7]);
    assert.equal((await states()).filter(({ state }) => state === 'sent').length, 7);
  });

  it('a mail to a user who was disabled meanwhile is given up', async () => {
    const { service, smtp } = house;
    smtp.answer = { status: 451, message: 'Later' };
    await house.round();
    smtp.answer = undefined;
    const administrator = await signIn(service);
    const id = await number(service.database, 'select user_id from notices');
    assert.equal((await administrator.patch(`/desk/users/${id}`, { disabled: true })).statusCode, 200);
    pass(minuteMs);
    await house.round();
    assert.deepEqual(smtp.take(), []);
    assert.deepEqual(
      (await states()).map(({ state, cause }) => [state, cause]),
      [['failed', 'user-disabled']],
    );
  });

  it('the login of SMTP_URL is used; a wrong one is tried again and shown nowhere', async (t) => {
    const login = { user: 'accueil@example.org', password: 'smtp/canary:été 0123' };
    const smtp = await openSmtpReceiver(login);
    t.after(() => smtp.close());
    const { mail } = parseConfig({ SMTP_URL: smtp.url, MAIL_FROM: mailFrom });
    assert.ok(mail?.server.login !== undefined);
    const letter = { messageId: 'a@example.org', to: 'b@example.org', subject: 'c', text: 'd' };
    const clock = () => house.service.clock.now;
    assert.equal((await openSmtp(mail, clock)(letter)).kind, 'delivered');
    assert.equal(smtp.take()[0]?.user, login.user);
    // The server repeats what it was sent.
    const wrong = { ...login, password: 'smtp-canary-wrong' };
    const outcome = await openSmtp({ ...mail, server: { ...mail.server, login: wrong } }, clock)(letter);
    assert.equal(outcome.kind, 'retryable');
    for (const { password } of [login, wrong])
      for (const way of [password, encodeURIComponent(password), Buffer.from(password).toString('base64')])
        assert.ok(!JSON.stringify(outcome).includes(way), way);
    assert.match(outcome.failureReason ?? '', /^AUTH .*: 535 No: …$/);
  });

  it('a mail is deleted half a year later, unless it is still to be sent', async () => {
    const { service, smtp } = house;
    await house.round();
    const { database, clock } = service;
    const sentAt = clock.now.getTime();
    pass(15 * minuteMs);
    smtp.answer = { status: 451, message: 'Later' };
    await arrive();
    await house.round();
    const left = async () => [
      await number(database, 'select count(*) from notices'),
      await number(database, 'select count(*) from notifications'),
    ];
    assert.equal(await expireNotices(database, new Date(sentAt + 183 * dayMs - 1)), 0);
    assert.deepEqual(await left(), [2, 2]);
    assert.equal(await expireNotices(database, new Date(clock.now.getTime() + 183 * dayMs)), 1);
    assert.deepEqual(await left(), [1, 0]);
  });

  it('a mail waits for a server that is away, and is given up after a day', async () => {
    const { smtp, reports } = house;
    // For good: this is the last test of its suite.
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
  });
});

onBothEngines('mails among processes', (engine) => {
  withNews(engine);

  it('a mail sent by a process that was killed goes again with the same Message-ID', async () => {
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
      const body = await openNoticeQueue(service.database, () => service.clock.now).bodyOf(id);
      assert.ok(body !== undefined);
      assert.equal((await send({ messageId, to, subject, text: body })).kind, 'delivered');
    }
    pass(noticeQueue.leaseMs - 1);
    await house.round();
    assert.equal((await states())[0]?.state, 'pending', 'not before its lease has ended');
    pass(1);
    await house.round();
    await house.round();
    const ids = smtp.take().map(({ headers }) => headers['message-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
    assert.equal((await states())[0]?.state, 'sent');
  });

  it('a mail on its way stays with its process when another clock is behind', async () => {
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

  it('a mail is written and sent once, however many processes look', async () => {
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
    const [digest = '', ...others] = mails.flatMap(({ to, headers }) =>
      to[0] === digesting.email ? (headers.subject ?? '') : [],
    );
    assert.match(digest, /^Point du matin du 04\/03/);
    assert.deepEqual(others, []);
  });
});
