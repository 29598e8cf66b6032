import type { Fields } from '../../entries/change/diff.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { detailsOf } from '../history-details.ts';

/** Everything of an entry in which a free text may stand. */
export interface EntryParts {
  readonly comment: string | null;
  /** What the family wrote, under a comment of staff. */
  readonly originalComment: string | null;
  readonly asleepReason: string | null;
  readonly fields: Fields;
  readonly extra: Fields;
  readonly relations: readonly PersonPart[];
  readonly actions: readonly ActionPart[];
  /** The message of the partner; null when the entry is no orientation. */
  readonly message: Fields | null;
  readonly history: readonly HistoryPart[];
}

interface PersonPart {
  readonly position: number;
  readonly fields: Fields;
  readonly extra: Fields;
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

const actionsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['position', 'comment', 'extra'])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
const messageOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('orientations').select('message').where('entry_id', '=', p.entryId),
);

/** The columns of an entry that its parts are read from. */
export type PartColumns = Pick<
  EntryRow,
  'id' | 'comment' | 'original_comment' | 'asleep_reason' | 'fields' | 'extra'
>;

/** Reads the parts of an entry. */
export async function readParts(
  read: Queries,
  { id: entryId, fields, extra, ...row }: PartColumns,
): Promise<EntryParts> {
  const actions = await read.all(actionsOf, { entryId });
  const message = await read.first(messageOf, { entryId });
  const history = await detailsOf(read, entryId);
  return {
    comment: row.comment,
    originalComment: row.original_comment,
    asleepReason: row.asleep_reason,
    fields: parsedFields(fields),
    extra: parsedFields(extra),
    relations: await storedRelations(read, entryId),
    actions: actions.map((action) => ({ ...action, extra: parsedFields(action.extra) })),
    message: message === undefined ? null : parsedFields(message.message),
    history: history.map(({ id, detail }) => ({ id, detail: parsedFields(detail) })),
  };
}
