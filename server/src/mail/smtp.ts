import type { NodemailerError, Transporter } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { type Outcome, unanswered } from '../outbox/outcome.ts';
import type { MailSettings, SmtpServer } from './settings.ts';

/** A mail ready to be sent. */
interface OutgoingMail {
  /** The same at each attempt, without its angle brackets. */
  readonly messageId: string;
  readonly to: string;
  /** The residence that writes, and its address, to which answers go; undefined for what the service says by itself. */
  readonly from?: { readonly name: string; readonly replyTo: string } | undefined;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends a mail. Failures are outcomes: it rejects only for a bug in accueil. */
export type SendMail = (mail: OutgoingMail) => Promise<Outcome>;

/** Time limit for connecting, for the server's greeting and between two of its replies. */
const timeoutMs = 20_000;
/** Time limit of a whole attempt: half a lease, so that its outcome is recorded before the lease ends. */
const attemptMs = 60_000;

/** Commands whose permanent refusal concerns this mail alone. A wrong password or sender can be corrected. */
const aboutThisMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

/**
 * Sends mails to an SMTP server, with a new connection for each: a residence gets a few a day. The library is loaded at
 * the first mail.
 */
export function openSmtp({ server, from }: MailSettings, clock: Clock): SendMail {
  const options = {
    host: server.host,
    port: server.port,
    secure: server.secure,
    // Otherwise a man in the middle could hide that the server offers TLS, and get the password.
    requireTLS: server.login !== undefined && !isLoopback(server.host),
    ...(server.login !== undefined && { auth: { user: server.login.user, pass: server.login.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Transporter | undefined;
  return async ({ messageId, to, from: residence, subject, text }) => {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    try {
      transport ??= (await import('nodemailer')).createTransport(options);
      await transport.sendMail({
        from: residence === undefined ? from : { name: residence.name, address: from.address },
        ...(residence !== undefined && { replyTo: { name: residence.name, address: residence.replyTo } }),
        to: { name: '', address: to },
        // An explicit envelope keeps the library from parsing the address.
        envelope: { from: from.address, to: [to] },
        messageId: `<${messageId}>`,
        date: clock(),
        subject,
        text,
        ...(residence === undefined && { headers: { 'Auto-Submitted': 'auto-generated' } }),
        signal: AbortSignal.timeout(attemptMs),
      });
      return { ...unanswered, kind: 'delivered', failureReason: null, ms: ms() };
    } catch (error) {
      return failureOf(error, server, ms());
    }
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
