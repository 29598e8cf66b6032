import { sql } from 'kysely';
import type { EntryRow } from '../store/entry-columns.ts';
import { bind } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { workingDayFrom } from '../working-hours/working-minutes.ts';

/** Working days within which the receipt of a complaint is to be acknowledged, and the complaint to be answered. */
const acknowledgementDays = 2;
export const answerDays = 15;

/** The last days for what is still to be done about a complaint. */
export interface ComplaintDue {
  /** Null once it is done. */
  readonly acknowledgement: Day | null;
  readonly answer: Day;
}

type Complaint = Pick<EntryRow, 'type' | 'status'> & {
  readonly contactDate: Day;
  readonly acknowledgedOn: Day | null;
};

/** Returns until when a complaint is to be acknowledged and answered; null for one that is closed, and any other entry. */
export function complaintDue({ type, status, contactDate, acknowledgedOn }: Complaint): ComplaintDue | null {
  if (type !== 'survey.type.complaint' || status !== 'new') return null;
  return {
    acknowledgement: acknowledgedOn === null ? workingDayFrom(contactDate, acknowledgementDays) : null,
    answer: workingDayFrom(contactDate, answerDays),
  };
}

/** The condition on the table `e`: a day of {@link complaintDue} is over. */
export function isLateComplaint(today: Day) {
  // What came before the day from which its working days reach until yesterday is late.
  const before = (days: number) => sql`e.contact_date < ${bind(workingDayFrom(today, -days))}`;
  return sql`(e.kind = 'survey' and e.type = 'survey.type.complaint' and e.status = 'new'
    and (${before(answerDays)} or (e.acknowledged_on is null and ${before(acknowledgementDays)})))`;
}
