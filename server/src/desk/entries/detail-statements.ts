import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';

export const entryById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries as e')
    .leftJoin('callers', 'callers.id', 'e.caller_id')
    .leftJoin('partners', 'partners.id', 'e.partner_id')
    .leftJoin('announcements as o', 'o.id', 'e.announcement_id')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .select([
      'e.id',
      'e.kind',
      'e.establishment_id as establishmentId',
      'e.caller_id as callerId',
      'callers.name as callerName',
      'e.partner_id as partnerId',
      'partners.slug as partnerName',
      'e.custom_id as customId',
      'e.type',
      'e.sejour_type as sejourType',
      'e.resultat',
      'e.motif',
      'e.stage',
      'e.status',
      'e.flagged',
      'e.spam',
      'e.suspicion',
      'e.duplicate_of as duplicateOf',
      'e.test',
      'e.contact_date as contactDate',
      'e.received_at as receivedAt',
      'e.comment',
      'e.comment_by as commentBy',
      'e.gclid',
      'e.partnerid',
      'e.announcement_id as announcementId',
      'o.title as offerTitle',
      'o.open as offerOpen',
      'e.owner_id as ownerId',
      'u.name as ownerName',
      'e.fields',
      'e.extra',
      'e.browser',
    ])
    .where('e.id', '=', p.id),
);
export const relationsOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('relations')
    .select(['position', 'fields', 'extra'])
    .where('entry_id', '=', p.id)
    .orderBy('position'),
);
export const actionsOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['position', 'date', 'time', 'stage', 'done', 'author', 'comment', 'extra'])
    .where('entry_id', '=', p.id)
    .orderBy('position'),
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
/** One more row is read, which tells whether there are more. */
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
      'outbox.attempts',
      'endpoints.state as endpointState',
      'endpoints.url',
      'outbox.created_at as createdAt',
      'outbox.finished_at as finishedAt',
    ])
    .where('outbox.entry_id', '=', p.id)
    .orderBy('outbox.id', 'desc')
    .limit(limit),
);
const maxDuplicates = 1_000;
export const duplicatesOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select([
      'id',
      'custom_id as customId',
      'caller_id as callerId',
      'kind',
      'establishment_id as establishmentId',
    ])
    .where('duplicate_of', '=', p.id)
    .orderBy('id', 'desc')
    .limit(sql.lit(maxDuplicates)),
);
/** Without the content, which may be megabytes. */
export const fileOf = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('files')
    .select(({ fn }) => ['name', 'type', fn<number>('octet_length', ['content']).as('size')])
    .where('entry_id', '=', p.id),
);
