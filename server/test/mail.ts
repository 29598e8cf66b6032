import type { Engine } from '../src/database/port.ts';
import { type MailReport, mailRounds, type Round } from '../src/mail/round.ts';
import { openSmtp } from '../src/mail/smtp.ts';
import { startService, type TestService } from './service.ts';
import { openSmtpReceiver, type SmtpLogin, type SmtpReceiver } from './smtp.ts';

/** A service that sends mails through a real SMTP server, when a test says so. */
export interface MailHouse {
  readonly service: TestService;
  readonly smtp: SmtpReceiver;
  /** Does all that is due by the service's clock. */
  readonly round: Round;
  /** The same in another process. */
  readonly otherRound: Round;
  /** What became of every attempt so far. */
  readonly reports: readonly MailReport[];
  close(): Promise<void>;
}

export const mailSender = 'Accueil <accueil@example.org>';

export async function openMailHouse(
  engine: Engine,
  { login, env = {} }: { readonly login?: SmtpLogin; readonly env?: Record<string, string> } = {},
): Promise<MailHouse> {
  const smtp = await openSmtpReceiver(login);
  const service = await startService(engine, { SMTP_URL: smtp.url, MAIL_FROM: mailSender, ...env });
  const { mail, publicUrl } = service.config;
  if (mail === undefined) throw new Error('Mail is off');
  const clock = () => service.clock.now;
  const reports: MailReport[] = [];
  const send = await openSmtp(mail, clock);
  const newRound = () =>
    mailRounds({
      database: service.database,
      send,
      clock,
      random: () => 0,
      publicUrl,
      onAttempt: (report) => reports.push(report),
      stopping: new AbortController().signal,
      abandoned: new AbortController().signal,
    });
  return {
    service,
    smtp,
    round: newRound(),
    otherRound: newRound(),
    reports,
    async close() {
      await smtp.close();
      await service.close();
    },
  };
}
