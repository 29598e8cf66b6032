import { sql } from 'kysely';
import { operation } from '../store/operation.ts';
import { remindedUsers } from './recipients.ts';
import { mailTo, reminders } from './reminders.ts';
import { reminderMail } from './texts.ts';

const requests = reminders({
  table: 'privacy_requests',
  day: 'due_on',
  isOpen: () => sql`closed_at is null`,
  earlyDays: 10,
  lateDays: 3,
});

/** Whether officers have to be reminded of a request. */
export const isReminderDue = requests.areDue;

/**
 * Reminds each officer who wants mails of the open requests that are due within 10, and again within 3 days: by their
 * numbers alone. Returns the number of mails.
 */
export const writeReminders = operation(
  'writeReminders',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    const due = await requests.take(tx, now);
    if (due.length === 0) return 0;
    const mail = reminderMail(
      due.map(({ id, day }) => ({ id, dueOn: day })),
      publicUrl,
    );
    return mailTo(tx, await remindedUsers(tx, 'privacy'), mail, { publicUrl, now });
  },
);
