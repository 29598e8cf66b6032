// What is said to a real SMTP server, and what becomes of a mail when the server says no, or nothing.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { certificate, certifiedAddress, key, trustCertificate } from '../../test/fixtures/certificate.ts';
import { openSmtpReceiver, type SmtpLogin } from '../../test/fixtures/smtp.ts';
import { openSmtp } from './smtp.ts';

const now = new Date('2026-03-04T09:00:00.000Z');
const claire = 'claire.martin@example.org';
const from = { name: 'Accueil', address: 'accueil@example.org' };
const letter = {
  messageId: 'a@example.org',
  to: claire,
  from: { name: 'Le Clos des Vignes', replyTo: 'clos@example.org' },
  subject: 'Votre visite',
  text: 'Bonjour.',
};

interface Conversation {
  readonly options?: SMTPServerOptions;
  readonly login?: SmtpLogin;
  /** Of the machine, as SMTP_URL would name it. */
  readonly host?: string;
  /** How long the server may take for each answer. */
  readonly replyMs?: number;
}

async function conversation(
  t: TestContext,
  { options, login, host = '127.0.0.1', replyMs = 20_000 }: Conversation = {},
) {
  const smtp = await openSmtpReceiver(login, options);
  t.after(() => smtp.close());
  const server = { host, port: Number(new URL(smtp.url).port), secure: false, login };
  const limits = { replyMs, attemptMs: 20_000 };
  const send = openSmtp({ server, from }, () => now, limits);
  return { smtp, send: (mail: Partial<typeof letter> = {}) => send({ ...letter, ...mail }) };
}

/** What servers offer, or don't. */
const servers: Readonly<Record<string, SMTPServerOptions>> = {
  'a server with 8BITMIME, SMTPUTF8 and pipelining': {},
  'a server with none of them': { hide8BITMIME: true, hideSMTPUTF8: true, hidePIPELINING: true },
};

for (const [name, options] of Object.entries(servers)) {
  describe('letters', () => {
    it(`names, subjects and texts arrive as they were written: ${name}`, async (t) => {
      const { smtp, send } = await conversation(t, { options });
      const subject = 'Votre visite à l’Été – œuvres, 日本, 🌷';
      const text = 'Chère Zoé,\n\nŒuvre « d’été » à 9 h. 🌷\n.\n..deux\nFrom ici\n';
      const home = { name: 'Résidence « L’Été », œuvre', replyTo: 'clos@example.org' };
      assert.equal((await send({ subject, text, from: home })).kind, 'delivered');
      const [mail] = smtp.take();
      assert.equal(mail?.headers.subject, subject);
      assert.equal(mail?.headers.from, `${home.name} <${from.address}>`);
      assert.equal(mail?.headers['reply-to'], `${home.name} <${home.replyTo}>`);
      assert.equal(mail?.body, text);
      assert.doesNotMatch(mail?.raw ?? '', /\P{ASCII}/u, 'in ASCII alone, which every server takes');
    });

    it(`no line is longer than 998 octets, and no header was typed: ${name}`, async (t) => {
      const { smtp, send } = await conversation(t, { options });
      await send();
      const expected = Object.keys(smtp.take()[0]?.headers ?? {});
      const bcc = '\r\nBcc: spy@example.org';
      for (const [what, typed] of Object.entries({
        'a subject': { subject: `Votre visite${bcc}` },
        'a subject with a bare line feed': { subject: 'Votre visite\nBcc: spy@example.org\n\nAutre texte' },
        'a name': { from: { ...letter.from, name: `Le Clos${bcc}` } },
        'a name with a quote and an address': { from: { ...letter.from, name: '"<spy@example.org>, Été' } },
        'an address for answers': { from: { ...letter.from, replyTo: `clos@example.org${bcc}` } },
        'a Message-ID': { messageId: `a@example.org>${bcc}` },
        'a text': { text: `Bcc: spy@example.org\r\n.\r\nRCPT TO:<spy@example.org>\r\n${'x'.repeat(5_000)}` },
        'long ones': {
          subject: 'é'.repeat(2_000),
          from: { ...letter.from, name: 'Été '.repeat(500) },
          text: 'œ'.repeat(5_000),
        },
        'long ones without a space': { subject: 'x'.repeat(200), text: 'x'.repeat(5_000) },
      })) {
        assert.equal((await send(typed)).kind, 'delivered', what);
        const [mail, ...others] = smtp.take();
        assert.deepEqual([mail?.to, others], [[claire], []], what);
        assert.deepEqual(Object.keys(mail?.headers ?? {}), expected, what);
        for (const line of mail?.raw.split('\r\n') ?? []) assert.ok(Buffer.byteLength(line) <= 998, what);
      }
    });

    it(`what is not one address does not leave: ${name}`, async (t) => {
      const { smtp, send } = await conversation(t, { options });
      for (const to of [
        'a@example.org, spy@example.org',
        'a@example.org,spy@example.org',
        'a@example.org; spy@example.org',
        'a@example.org spy@example.org',
        'Claire <a@example.org>',
        'a@example.org>\r\nRCPT TO:<spy@example.org',
        'a@example.org\r\nBcc: spy@example.org',
        '"a@example.org, spy"@example.org',
        'amis:a@example.org,spy@example.org;',
        'a@b@example.org',
        '@example.org',
        'a',
        '',
      ]) {
        const { kind, failureReason } = await send({ to });
        assert.deepEqual([kind, failureReason], ['rejected', 'address-invalid'], to);
      }
      assert.deepEqual(smtp.take(), []);
    });

    it(`an accent before the @ goes or is refused with the cause: ${name}`, async (t) => {
      const { smtp, send } = await conversation(t, { options });
      const asked: string[] = [];
      smtp.beforeAnswer = async (recipient) => asked.push(recipient);
      const outcome = await send({ to: 'zoé@example.org' });
      if (options.hideSMTPUTF8 !== true) {
        assert.equal(outcome.kind, 'delivered');
        assert.deepEqual(smtp.take()[0]?.to, ['zoé@example.org']);
      } else {
        assert.deepEqual([outcome.kind, smtp.take(), asked], ['rejected', [], []]);
        assert.equal(outcome.failureReason, 'address-accented');
      }
      // A domain has a form in ASCII.
      assert.equal((await send({ to: 'zoe@été.example.org' })).kind, 'delivered');
      assert.equal(smtp.take().length, 1);
    });
  });
}

describe('failures of a mail server', () => {
  it('4xx is retried and 5xx is final, with the words of the server', async (t) => {
    const { smtp, send } = await conversation(t);
    for (const [deferred, refused, answer, kind, reason] of [
      [claire, '', undefined, 'retryable', /^RCPT TO: 450 /],
      ['', claire, undefined, 'rejected', /^RCPT TO: 550 /],
      ['', '', { status: 451, message: 'Later' }, 'retryable', /^DATA: 451 Later/],
      ['', '', { status: 552, message: 'Too big' }, 'rejected', /^DATA: 552 Too big/],
    ] as const) {
      smtp.deferred.clear();
      smtp.refused.clear();
      smtp.deferred.add(deferred);
      smtp.refused.add(refused);
      smtp.answer = answer;
      const outcome = await send();
      assert.equal(outcome.kind, kind);
      assert.match(outcome.failureReason ?? '', reason);
      assert.deepEqual(smtp.take(), []);
    }
  });

  it('a server that says nothing is given up after a while, and asked again later', async (t) => {
    const { smtp, send } = await conversation(t, { replyMs: 500 });
    smtp.beforeAnswer = () => new Promise(() => undefined);
    const outcome = await send();
    assert.deepEqual([outcome.kind, outcome.status], ['retryable', null]);
    assert.match(outcome.failureReason ?? '', /timeout/i);
  });

  it('a server that cuts the connection when it has the mail is asked again', async (t) => {
    const { smtp, send } = await conversation(t);
    smtp.cutsAfterData = true;
    assert.equal((await send()).kind, 'retryable');
    smtp.cutsAfterData = false;
    assert.equal((await send()).kind, 'delivered');
    const ids = smtp.take().map(({ headers }) => headers['message-id']);
    assert.deepEqual(ids, ['<a@example.org>', '<a@example.org>']);
  });
});

describe('required TLS', () => {
  const host = certifiedAddress;
  const login = { user: 'accueil', password: 'smtp-canary' };
  const tls: Readonly<Record<string, SMTPServerOptions>> = {
    'a server that does not offer it': {},
    'a server whose certificate nobody trusts': { key, cert: certificate, disabledCommands: [] },
  };
  for (const [what, options] of Object.entries(tls))
    it(`${what} gets neither the password nor the mail`, async (t) => {
      const seen: string[] = [];
      const spying: SMTPServerOptions = {
        ...options,
        onAuth: ({ password }, _session, done) => {
          seen.push(String(password));
          done(null, { user: 'accueil' });
        },
      };
      const { smtp, send } = await conversation(t, { options: spying, login, host });
      const { kind, failureReason } = await send();
      assert.equal(kind, 'retryable');
      assert.match(failureReason ?? '', /STARTTLS|certificate/);
      assert.deepEqual([seen, smtp.take()], [[], []]);
    });

  it('a server whose certificate is trusted gets both, over TLS', async (t) => {
    const secure: boolean[] = [];
    const options: SMTPServerOptions = {
      ...{ key, cert: certificate, disabledCommands: [] },
      onAuth: ({ username, password }, session, done) => {
        secure.push(session.secure);
        done(password === login.password ? null : new Error('No'), { user: username ?? '' });
      },
    };
    trustCertificate(t);
    const { smtp, send } = await conversation(t, { options, login, host });
    const { kind, failureReason } = await send();
    assert.equal(kind, 'delivered', failureReason ?? '');
    const [mail, ...others] = smtp.take();
    assert.deepEqual([mail?.to, mail?.user, others, secure], [[claire], login.user, [], [true]]);
  });
});
