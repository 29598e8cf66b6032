import { sql } from 'kysely';
import { endingDays, endingTokens } from '../access/partners.ts';
import { parisDay } from '../clock.ts';
import { operation } from '../store/operation.ts';
import { remindedUsers } from './recipients.ts';
import { mailTo, reminders } from './reminders.ts';
import { tokenReminderMail } from './texts.ts';

const tokens = reminders({
  table: 'tokens',
  day: 'until',
  isOpen: (p) => sql`revoked_at is null and until >= ${p.today}`,
  earlyDays: endingDays,
  lateDays: 7,
});

/** Whether administrators have to be reminded of a token that ends. */
export const isTokenReminderDue = tokens.areDue;

/**
 * Reminds each administrator who wants mails of the tokens of partners that end within 30, and again within 7 days. Returns the
 * number of mails.
 */
export const writeTokenReminders = operation(
  'writeTokenReminders',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    const due = new Set((await tokens.take(tx, now)).map(({ id }) => id));
    if (due.size === 0) return 0;
    const ending = (await endingTokens(tx, parisDay(now))).filter(({ id }) => due.has(id));
    const mail = tokenReminderMail(ending, publicUrl);
    return mailTo(tx, await remindedUsers(tx, 'integrations'), mail, { publicUrl, now });
  },
);
