import { sql } from 'kysely';
import { shownAuthor } from '../../access/authors.ts';
import type { EntryClass } from '../../access/roles.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { attemptCount } from '../../outbox/deliveries.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { selectSummaries } from './summary.ts';
import { wordsOf } from './words.ts';

export const entryById = statement<{ id: number }>()((db, p) =>
  selectSummaries(db)
    .leftJoin('callers', 'callers.id', 'e.caller_id')
    .leftJoin('partners', 'partners.id', 'e.partner_id')
    .select([
      'callers.name as callerName',
      'partners.slug as partnerName',
      'e.comment',
      shownAuthor('e.comment_by').as('commentBy'),
      'e.original_comment as originalComment',
      'e.gclid',
      'e.partnerid',
      'e.extra',
      'e.browser',
      'e.restriction',
    ])
    .where('e.id', '=', p.id),
);
export const creatorOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(shownAuthor('author').as('author'))
    .where('entry_id', '=', p.id)
    .where('change', '=', 'created'),
);
export const phoneKeysOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entry_phones').select('key').where('entry_id', '=', p.id),
);
export const orientationOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('orientations')
    .innerJoin('partners', 'partners.id', 'orientations.partner_id')
    .select(['orientations.id', 'partners.slug as partner', 'orientations.numero', 'orientations.message'])
    .where('orientations.entry_id', '=', p.id),
);
/** How many rows are shown. One more is read, to see whether there are more. */
export const maxListed = 50;
const limit = sql.lit(maxListed + 1);

export const deliveriesOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .select([
      'outbox.id',
      'outbox.event',
      'outbox.sequence',
      'outbox.state',
      attemptCount,
      'endpoints.state as endpointState',
      'endpoints.url',
      'outbox.created_at as createdAt',
      'outbox.finished_at as finishedAt',
    ])
    .where('outbox.entry_id', '=', p.id)
    .orderBy('outbox.id', 'desc')
    .limit(limit),
);
/** Without the content, which may be megabytes. */
export const fileOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('files')
    .select(({ fn }) => ['name', 'type', fn<number>('octet_length', ['content']).as('size')])
    .where('entry_id', '=', p.id),
);

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
