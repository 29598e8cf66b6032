import { parisDay } from '../../clock.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Day } from '../../store/tables.ts';
import type { NewAction } from '../entry.ts';
import { isContact } from '../follow-up/progress.ts';
import { isComplaint } from './complaints.ts';
import type { HistoryLine } from './history.ts';

/** Columns of which every change is a decision of staff. */
const decisions = ['kind', 'spam', 'suspicion', 'application_step'] as const;

/**
 * Returns the day from which retention counts anew after a change, where no contact with a day of its own says it: the partner
 * wrote, the family left a message, or staff marked the entry as dealt with, converted it, decided on spam, closed or reopened a complaint, took an
 * application a step further, noted what the person agrees to, or a contact whose day is unknown or still to come. A note, a correction or a plan renews nothing.
 */
export function renewedOn(
  before: EntryRow,
  after: EntryRow,
  {
    author,
    change,
    at,
    isContact: isSaid = false,
  }: Pick<HistoryLine, 'author' | 'change' | 'at'> & { readonly isContact?: boolean },
  actions: { readonly before: readonly NewAction[]; readonly after: readonly NewAction[] },
): Day | null {
  // Undoing an act puts back the day of before, and entries that are united have their days each.
  if (change === 'undone' || change === 'united' || change === 'separated') return after.renewed_on;
  const today = parisDay(new Date(at));
  const hasNoDay = (action: NewAction) =>
    isContact(action) && (action.date === null || (after.last_contact ?? '') > today);
  const isRenewed =
    author.startsWith('partner:') ||
    change === 'processed' ||
    change === 'called' ||
    isSaid ||
    decisions.some((column) => after[column] !== before[column]) ||
    (isComplaint(after) && after.status !== before.status) ||
    actions.after.filter(hasNoDay).length > actions.before.filter(hasNoDay).length;
  return isRenewed ? today : before.renewed_on;
}
