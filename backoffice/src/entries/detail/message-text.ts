import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';

const t = textsOf('entry.write');

/** What is said of a message that was sent: an SMS may wait for the morning. */
export function sentText(channel: 'email' | 'sms', to: string | undefined, sendsAt: string): string {
  const isLater = channel === 'sms' && Date.parse(sendsAt) > Date.now() + 60_000;
  return isLater ? t('sentLater', { to, at: format.moment(sendsAt) }) : t('sent', { to });
}
