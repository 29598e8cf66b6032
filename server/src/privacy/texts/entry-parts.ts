import { storedActions } from '../../entries/change/actions.ts';
import { parsedFields, type StoredRelation, storedRelations } from '../../entries/change/relations.ts';
import type { Fields } from '../../entries/diff.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query } from '../../store/statement.ts';
import { detailsOf } from '../history-details.ts';

/** Everything of an entry in which a free text may stand. */
export interface EntryParts {
  readonly comment: string | null;
  /** What the family wrote, under a comment of staff. */
  readonly originalComment: string | null;
  readonly asleepReason: string | null;
  readonly fields: Fields;
  readonly extra: Fields;
  readonly relations: readonly StoredRelation[];
  readonly actions: readonly ActionPart[];
  /** The message of the partner; null when the entry is no orientation. */
  readonly message: Fields | null;
  readonly history: readonly HistoryPart[];
}

interface ActionPart {
  readonly position: number;
  readonly comment: string | null;
  readonly extra: Fields;
}

export interface HistoryPart {
  readonly id: number;
  readonly detail: Fields;
}

/** The columns of an entry that its parts are read from. */
type PartColumns = Pick<
  EntryRow,
  'id' | 'comment' | 'original_comment' | 'asleep_reason' | 'fields' | 'extra'
>;

/** Reads the parts of an entry. */
export async function readParts(
  read: Queries,
  { id: entryId, fields, extra, ...row }: PartColumns,
): Promise<EntryParts> {
  const actions = await storedActions(read, entryId);
  const message = await read.first(
    query((db) => db.selectFrom('orientations').select('message').where('entry_id', '=', entryId)),
  );
  const history = await detailsOf(read, entryId);
  return {
    comment: row.comment,
    originalComment: row.original_comment,
    asleepReason: row.asleep_reason,
    fields: parsedFields(fields),
    extra: parsedFields(extra),
    relations: await storedRelations(read, entryId),
    actions: [...actions.values()].map(({ position, comment, extra }) => ({
      position,
      comment,
      extra: parsedFields(extra),
    })),
    message: message === undefined ? null : parsedFields(message.message),
    history: history.map(({ id, detail }) => ({ id, detail: parsedFields(detail) })),
  };
}
