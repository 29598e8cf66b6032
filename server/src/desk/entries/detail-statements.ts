import { sql } from 'kysely';
import { shownAuthor } from '../../access/authors.ts';
import { attemptCount } from '../../outbox/deliveries.ts';
import { statement } from '../../store/statement.ts';
import { selectSummaries } from './summary.ts';

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
