import type { EntriesTable } from '../../store/tables.ts';

type Complaint = Pick<EntriesTable, 'kind' | 'type'>;

export function isComplaint({ kind, type }: Complaint): boolean {
  return kind === 'survey' && type === 'survey.type.complaint';
}

/** Whether it is a complaint without a written answer. Such a complaint stays open. */
export function isUnanswered(entry: Complaint & Pick<EntriesTable, 'comment'>): boolean {
  return isComplaint(entry) && entry.comment === null;
}
