import type { EntriesTable } from '../store/tables.ts';

/** The columns whose values the caller of an entry may see; of `comment_by`, the name. */
export const presentedColumns = [
  'kind',
  'type',
  'sejour_type',
  'resultat',
  'motif',
  'status',
  'comment',
  'comment_by',
  'announcement_id',
  'restriction',
] as const;
export type PresentedEntry = Pick<EntriesTable, (typeof presentedColumns)[number]> & {
  readonly id: number;
  readonly custom_id: string;
};

const erasedValues = {
  sejour_type: null,
  resultat: null,
  motif: null,
  status: null,
  comment: null,
  comment_by: null,
  announcement_id: null,
} as const;

/**
 * Returns the body of the lookup response, which is also the content of a webhook (contract 2.7). Of an erased entry only
 * its identifiers and type are left.
 */
export function presentEntry(found: PresentedEntry) {
  const entry = found.restriction === 'erased' ? { ...found, ...erasedValues } : found;
  const { id, custom_id: customId, type, status, comment, comment_by: commentBy } = entry;
  switch (entry.kind) {
    case 'commercial': {
      const { sejour_type: sejourType, resultat, motif } = entry;
      return {
        type: 'commercial',
        data: { id, customId, type, sejourType, resultat, motif, comment, commentBy },
      };
    }
    case 'survey':
      return { type: 'survey', data: { id, customId, type, status, comment, commentBy } };
    case 'postuler':
      return {
        type: 'postuler',
        data: { id, customId, announcementId: entry.announcement_id, status, comment, commentBy },
      };
    default:
      return entry.kind satisfies never;
  }
}
