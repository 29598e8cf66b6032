import { sql } from 'kysely';
import type { EntryClass } from '../../access/roles.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { maxListed } from './detail-statements.ts';
import { wordsOf } from './words.ts';

const maxCounted = 1_000;
const maxMessages = 5;

const duplicatesOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'type', 'establishment_id as establishmentId'])
    .where('duplicate_of', '=', p.id)
    .where('restriction', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(maxCounted)),
);
const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select([
      'id',
      'kind',
      'custom_id as customId',
      'caller_id as callerId',
      'received_at as receivedAt',
      'comment',
      'comment_by as commentBy',
      'original_comment as originalComment',
      'fields',
    ])
    .where('id', '=', p.id),
);
const messagesOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'at', 'author', 'change', 'detail'])
    .where('entry_id', '=', p.id)
    .where('author', 'like', sql.lit('partner:%'))
    .orderBy('id', 'desc')
    .limit(sql.lit(maxMessages)),
);

/** Returns what an entry shows of those that were united with it. The rest stays where it came. */
export async function duplicatesShown(
  read: Queries,
  id: number,
  isVisible: (entry: EntryClass & { readonly establishmentId: number | null }) => boolean,
) {
  const found = (await read.all(duplicatesOf, { id })).filter(isVisible);
  const duplicates = [];
  for (const { id: duplicateId } of found.slice(0, maxListed)) {
    const row = await read.first(byId, { id: duplicateId });
    if (row === undefined) continue;
    const { fields, comment, commentBy, originalComment, ...shown } = row;
    const messages = await read.all(messagesOf, { id: duplicateId });
    duplicates.push({
      ...shown,
      words: wordsOf({ comment, commentBy, originalComment }, parsedFields(fields)),
      messages: messages.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(detail) })),
    });
  }
  return { duplicates, moreDuplicates: Math.max(0, found.length - maxListed) };
}
