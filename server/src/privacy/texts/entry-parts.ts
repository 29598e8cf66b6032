import { storedActions } from '../../entries/change/actions.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import { phoneKeysOf } from '../../entries/search/phone-keys.ts';
import { lettersOf } from '../../letters/letters.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query } from '../../store/statement.ts';
import { detailsOf } from '../history-details.ts';
import type { PersonKey } from '../persons.ts';

/** Everything of an entry in which a free text may stand. */
export type EntryParts = Awaited<ReturnType<typeof readParts>>;

/** The columns of an entry that its parts are read from. */
type PartColumns = Pick<
  EntryRow,
  'id' | 'comment' | 'original_comment' | 'asleep_reason' | 'fields' | 'extra'
>;

/**
 * Whether a message went to one of these persons. Not so at an address that is no longer in the entry: a partner may have
 * put somebody else in the place of the one who had it.
 */
export function isLetterTo(
  people: readonly PersonKey[],
  { fields, relations }: Pick<EntryParts, 'fields' | 'relations'>,
  { person, recipient }: EntryParts['letters'][number],
): boolean {
  if (!people.includes(person)) return false;
  const known = person === 'entry' ? fields : relations.find(({ position }) => position === person)?.fields;
  const phones = phoneKeysOf([{ phone: recipient }]);
  return (
    recipient === null ||
    Object.values(known ?? {}).includes(recipient) ||
    phoneKeysOf([known ?? {}]).some((key) => phones.includes(key))
  );
}

export async function readParts(read: Queries, { id: entryId, fields, extra, ...row }: PartColumns) {
  const actions = await storedActions(read, entryId);
  const message = await read.first(
    query((db) => db.selectFrom('orientations').select('message').where('entry_id', '=', entryId)),
  );
  const history = await detailsOf(read, entryId);
  const letters = await lettersOf(read, entryId);
  return {
    comment: row.comment,
    /** What the family wrote, under a comment of staff. */
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
    /** The message of the partner; null when the entry is no orientation. */
    message: message === undefined ? null : parsedFields(message.message),
    /** The messages that were written to its persons. */
    letters: letters.map(({ id, use, channel, person, recipient, subject, body, writtenAt: at }) => ({
      ...{ id, use, channel, recipient, subject, body, at },
      person: person === 'entry' ? ('entry' as const) : Number(person),
    })),
    history: history.map(({ id, detail }) => ({ id, detail: parsedFields(detail) })),
  };
}
