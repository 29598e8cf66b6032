import type { EntryRow } from '../../store/entry-columns.ts';
import type { Day, EntriesTable } from '../../store/tables.ts';
import type { EntryPatch } from './patch.ts';

type Complaint = Pick<EntriesTable, 'kind' | 'type'>;

export function isComplaint({ kind, type }: Complaint): boolean {
  return kind === 'survey' && type === 'survey.type.complaint';
}

/** Whether it is a complaint without a written answer. Such a complaint stays open. */
export function isUnanswered(entry: Complaint & Pick<EntriesTable, 'comment'>): boolean {
  return isComplaint(entry) && entry.comment === null;
}

/** The day on which a complaint was closed, after a change on `today`; null for one that is open. An undo brings its day. */
export function answeredOn(before: EntryRow, after: EntryRow, patch: EntryPatch, today: Day): Day | null {
  if (!isComplaint(after) || after.status === 'new') return null;
  if (patch.answeredOn !== undefined) return patch.answeredOn;
  return before.status === 'processed' ? before.answered_on : today;
}
