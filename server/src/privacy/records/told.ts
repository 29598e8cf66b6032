import type { Kysely } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';

const maxTold = 200;
const advertisingAccount = 'Google Ads';

/** The deliveries of an entry, each with the caller who gets it: an address says nothing to a reader. */
export const selectDeliveries = (db: Kysely<Tables>, entryId: number) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select(['outbox.id', 'callers.name as recipient', 'outbox.event', 'outbox.state'])
    .select('outbox.finished_at as at')
    .where('outbox.entry_id', '=', entryId);

export const partnerName = (slug: string) => `Partenaire ${slug}`;

/** Returns the partner who sent an entry, and the advertising account that was given a conversion of it, each with when. */
export async function receiversOf(read: Queries, entryId: number) {
  const partner = await read.first(
    query((db) =>
      db
        .selectFrom('entries')
        .innerJoin('partners', 'partners.id', 'entries.partner_id')
        .select(['partners.slug as name', 'entries.received_at as at'])
        .where('entries.id', '=', entryId),
    ),
  );
  const served = await read.first(
    query((db) =>
      db
        .selectFrom('conversions')
        .select('first_served_at as at')
        .where('entry_id', '=', entryId)
        .orderBy('first_served_at')
        .limit(1),
    ),
  );
  return { partner, advertising: served && { name: advertisingAccount, ...served } };
}

/** Returns who was told of an entry: the last deliveries, at most 200, its partner and the advertising account. */
export async function toldBefore(read: Queries, entryId: number) {
  const delivered = await read.all(
    query((db) =>
      selectDeliveries(db, entryId)
        .select('outbox.created_at as createdAt')
        .where('outbox.state', '=', 'delivered')
        .orderBy('outbox.id', 'desc')
        .limit(maxTold),
    ),
  );
  const { partner, advertising } = await receiversOf(read, entryId);
  return [
    ...delivered.map(({ recipient, event, at, createdAt }) => ({ recipient, event, at: at ?? createdAt })),
    ...(partner ? [{ recipient: partnerName(partner.name), event: null, at: partner.at }] : []),
    ...(advertising ? [{ recipient: advertising.name, event: null, at: advertising.at }] : []),
  ];
}
