import type { NodemailerError } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Outcome, SendMail } from './outcome.ts';
import type { MailSettings, SmtpServer } from './settings.ts';

/** Longest wait for a connection, for the server's first word, and between two of its words. */
const patienceMs = 20_000;
/** Longest that an attempt may take, whatever the server does: a process has twice as long for what it has claimed. */
const attemptMs = 60_000;

/** What the server says « never » to: this recipient, this mail. A wrong password, or sender, somebody can mend. */
const aboutThisMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

/**
 * Hands mails over to an SMTP server, each on a connection of its own: a residence gets a few a day. The library is
 * loaded here, for whoever has use for it.
 */
export async function openSmtp({ server, from }: MailSettings, clock: Clock): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    // Else somebody in between could hide that the server offers TLS, and would get the password.
    requireTLS: server.login !== undefined && !isLoopback(server.host),
    ...(server.login !== undefined && { auth: { user: server.login.user, pass: server.login.password } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ messageId, to, subject, text }) => {
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        // Written out: an address is not to be taken apart, whatever is in it.
        envelope: { from: from.address, to: [to] },
        messageId: `<${messageId}>`,
        date: clock(),
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(attemptMs),
      });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error, server);
    }
  };
}

function outcomeOf(error: unknown, { login }: SmtpServer): Outcome {
  if (!(error instanceof Error)) throw error;
  const { command, permanent, response, message }: NodemailerError = error;
  const cause = response === undefined ? message : `${command ?? 'SMTP'}: ${response}`;
  return {
    kind: permanent === true && aboutThisMail.has(command) ? 'refused' : 'unsent',
    cause: withoutPassword(cause, login?.password),
  };
}

/** A server may repeat what it was sent. */
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
