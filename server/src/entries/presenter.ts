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
  'told',
] as const;
export type PresentedEntry = Pick<EntriesTable, (typeof presentedColumns)[number]> & {
  readonly id: number;
  readonly custom_id: string;
};

const hidden = {
  sejour_type: null,
  resultat: null,
  motif: null,
  status: null,
  comment: null,
  comment_by: null,
  announcement_id: null,
} as const;

/** What an entry's caller was last told of it before it went out of sight. No personal data. */
export type Told = Pick<
  EntriesTable,
  'type' | 'sejour_type' | 'resultat' | 'motif' | 'status' | 'announcement_id'
> & {
  /** The comment, which is not kept here, has changed since. */
  readonly commentChanged?: boolean;
};

/** Whether only the officer sees an entry: it is limited, but not erased. */
export function isOutOfSight({ restriction }: Pick<EntriesTable, 'restriction'>): boolean {
  return restriction !== null && restriction !== 'erased';
}

/** Reads what an entry's caller knew of it; nothing is known of one that has been out of sight for long. */
export function toldOf({ told }: Pick<EntriesTable, 'told'>): Partial<Told> {
  return told === null ? {} : JSON.parse(told);
}

/** Of an erased entry only its identifiers and type are left; one out of sight is as it was, without the comment. */
function visibleOf(found: PresentedEntry) {
  if (found.restriction === null) return found;
  return { ...found, ...hidden, ...(isOutOfSight(found) && toldOf(found)) };
}

/**
 * Returns the body of the lookup response, which is also the content of a webhook (contract 2.7).
 */
export function presentEntry(found: PresentedEntry) {
  const entry = visibleOf(found);
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
