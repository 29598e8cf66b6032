import { mailFrom, mailProcess } from '../../server/test/fixtures/mail.ts';
import { openSmtpReceiver, type ReceivedMail, type SmtpReceiver } from '../../server/test/fixtures/smtp.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';

/** A back office whose mails arrive in a real mailbox beside it. */
export interface MailingOffice extends BackOffice {
  readonly smtp: SmtpReceiver;
  /** Writes and sends what is due by the service's clock. */
  readonly round: () => Promise<void>;
  /** What has arrived when the ten seconds in which a message is taken back are over. */
  readonly received: () => Promise<ReceivedMail[]>;
}

/** `env`: additional settings. */
export async function openMailingOffice(env: Record<string, string> = {}): Promise<MailingOffice> {
  const smtp = await openSmtpReceiver();
  const office = await openBackOffice({ SMTP_URL: smtp.url, MAIL_FROM: mailFrom, ...env });
  const { round, stop } = mailProcess(office.service);
  return {
    ...{ ...office, smtp, round },
    async received() {
      const { clock } = office.service;
      clock.now = new Date(clock.now.getTime() + 10_000);
      await round();
      return smtp.take();
    },
    async close() {
      await stop();
      await office.close();
      await smtp.close();
    },
  };
}
