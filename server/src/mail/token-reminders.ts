import { sql } from 'kysely';
import { addDays, parisDay } from '../clock.ts';
import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { remindedUsers } from './recipients.ts';
import { mailTo, reminders } from './reminders.ts';
import { tokenReminderMail } from './texts.ts';

/** So many days before a token ends administrators are told. */
const endingDays = 30;

const tokensUntil = statement<{ from: Day; to: Day }>()((db, p) =>
  db
    .selectFrom('tokens')
    .innerJoin('partners', 'partners.id', 'tokens.partner_id')
    .select(['tokens.id', 'partners.slug as partner', 'tokens.label', 'tokens.until'])
    .where('tokens.revoked_at', 'is', null)
    .where('tokens.until', '>=', p.from)
    .where('tokens.until', '<=', p.to)
    .orderBy('tokens.until')
    .orderBy('tokens.id')
    .$narrowType<{ until: Day }>(),
);

/** Returns the tokens in use that end within {@link endingDays}, the first first. */
export function endingTokens(read: Queries, today: Day) {
  return read.all(tokensUntil, { from: today, to: addDays(today, endingDays) });
}

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
