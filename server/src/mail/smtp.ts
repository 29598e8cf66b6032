import type { NodemailerError } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Refusal } from '../french/refusals.ts';
import { type Outcome, unanswered } from '../outbox/outcome.ts';
import { type MailSettings, readSender, type SmtpServer } from './settings.ts';

interface OutgoingMail {
  /** The same at each attempt, without its angle brackets. */
  readonly messageId: string;
  readonly to: string;
  /** The residence that writes, and its address, to which answers go; undefined for what the service says by itself. */
  readonly from?: { readonly name: string; readonly replyTo: string } | undefined;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The method and the bytes of a calendar file (RFC 5546, 6047). */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | undefined;
  /** Of a residence: goes by itself, as all that the service says. No program shall answer it. */
  readonly isAutomatic?: boolean;
  /** Where one request says that no more are wanted (RFC 8058). */
  readonly unsubscribe?: string;
}

/** Sends a mail. Failures are outcomes: it rejects only for a bug in accueil. */
export type SendMail = (mail: OutgoingMail) => Promise<Outcome>;

/** How long a server may take, in milliseconds. */
export interface SmtpLimits {
  /** For connecting, for its greeting, and between two of its replies. */
  readonly replyMs: number;
  /** For a whole attempt. */
  readonly attemptMs: number;
}

/** An attempt takes at most half a lease, so that its outcome is recorded before the lease ends. */
const defaultLimits: SmtpLimits = { replyMs: 20_000, attemptMs: 60_000 };

/** Commands whose permanent refusal concerns this mail alone. A wrong password or sender can be corrected. */
const aboutThisMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

/**
 * Sends mails to an SMTP server, with a new connection for each: a residence gets a few a day. The library is loaded at
 * the first mail.
 */
export function openSmtp({ server, from }: MailSettings, clock: Clock, limits = defaultLimits): SendMail {
  const { replyMs, attemptMs } = limits;
  const options = {
    host: server.host,
    port: server.port,
    secure: server.secure,
    // Otherwise a man in the middle could hide that the server offers TLS, and get the password.
    requireTLS: server.login !== undefined && !isLoopback(server.host),
    ...(server.login !== undefined && { auth: { user: server.login.user, pass: server.login.password } }),
    connectionTimeout: replyMs,
    greetingTimeout: replyMs,
    socketTimeout: replyMs,
    dnsTimeout: replyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({
    messageId,
    to,
    from: residence,
    subject,
    text,
    calendar,
    unsubscribe,
    isAutomatic = residence === undefined,
  }) => {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    const rejected = (failureReason: Refusal): Outcome => {
      return { ...unanswered, kind: 'rejected', failureReason, ms: ms() };
    };
    // Of « a@…, b@… » the library would make two recipients.
    if (readSender(to)?.address !== to) return rejected('address-invalid');
    const unoffered = new AbortController();
    try {
      const { createTransport } = await import('nodemailer');
      await createTransport({ ...options, ...stopWithoutSmtpUtf8(to, unoffered) }).sendMail({
        from: residence === undefined ? from : { name: residence.name, address: from.address },
        ...(residence !== undefined && { replyTo: { name: residence.name, address: residence.replyTo } }),
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        messageId: `<${messageId}>`,
        date: clock(),
        subject,
        text,
        ...(calendar !== undefined && { icalEvent: { filename: 'visite.ics', ...calendar } }),
        headers: {
          ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.any([AbortSignal.timeout(attemptMs), unoffered.signal]),
      });
      return { ...unanswered, kind: 'delivered', failureReason: null, ms: ms() };
    } catch (error) {
      if (unoffered.signal.aborted) return rejected('address-accented');
      return failureOf(error, server, ms());
    }
  };
}

/**
 * Ends the attempt where the part of the address before the @ is not ASCII and the server has not offered SMTPUTF8: the
 * library would send it all the same. Only its log tells what the server has offered.
 */
function stopWithoutSmtpUtf8(to: string, attempt: AbortController) {
  if (/^[\x20-\x7e]*@/.test(to)) return {};
  const debug = (_: unknown, line: unknown) => {
    if (typeof line === 'string' && line.startsWith('MAIL FROM:') && !line.includes(' SMTPUTF8'))
      attempt.abort();
  };
  const none = () => undefined;
  return {
    transactionLog: true,
    logger: { debug, trace: none, info: none, warn: none, error: none, fatal: none },
  };
}

function failureOf(error: unknown, { login }: SmtpServer, ms: number): Outcome {
  if (!(error instanceof Error)) throw error;
  const { command, permanent, response, message }: NodemailerError = error;
  const reason = response === undefined ? message : `${command ?? 'SMTP'}: ${response}`;
  return {
    ...unanswered,
    kind: permanent === true && aboutThisMail.has(command) ? 'rejected' : 'retryable',
    failureReason: withoutPassword(reason, login?.password),
    ms,
  };
}

/** The server's reply may repeat what it was sent. */
function withoutPassword(text: string, password: string | undefined): string {
  if (password === undefined) return text;
  return [password, encodeURIComponent(password), Buffer.from(password).toString('base64')].reduce(
    (shown, secret) => shown.replaceAll(secret, '…'),
    text,
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
