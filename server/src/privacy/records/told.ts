import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

/** Who was told of an entry. */
export interface Told {
  /** The host of an endpoint, `partner:` and the short name of the partner who sent the entry, or an advertising account. */
  readonly recipient: string;
  /** The event; null for the other two. */
  readonly event: string | null;
  readonly at: Instant;
}

const maxTold = 200;
const deliveredOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .select([
      'endpoints.url',
      'outbox.event',
      'outbox.finished_at as finishedAt',
      'outbox.created_at as createdAt',
    ])
    .where('outbox.entry_id', '=', p.entryId)
    .where('outbox.state', '=', 'delivered')
    .orderBy('outbox.id', 'desc')
    .limit(sql.lit(maxTold)),
);
export const partnerOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .innerJoin('partners', 'partners.id', 'entries.partner_id')
    .select(['partners.slug', 'entries.received_at as receivedAt'])
    .where('entries.id', '=', p.entryId),
);

/** When an advertising account was first given a conversion of an entry. */
export const advertisingOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('conversions')
    .select('first_served_at as at')
    .where('entry_id', '=', p.entryId)
    .orderBy('first_served_at')
    .limit(sql.lit(1)),
);
export const advertisingAccount = 'Google Ads';

/** Returns who was told of an entry: the last deliveries, at most 200, its partner and the advertising account. */
export async function toldBefore(read: Queries, entryId: number): Promise<Told[]> {
  const delivered = await read.all(deliveredOf, { entryId });
  const partner = await read.first(partnerOf, { entryId });
  const advertising = await read.first(advertisingOf, { entryId });
  return [
    ...delivered.map(({ url, event, finishedAt, createdAt }) => ({
      recipient: new URL(url).host,
      event,
      at: finishedAt ?? createdAt,
    })),
    ...(partner === undefined
      ? []
      : [{ recipient: `partner:${partner.slug}`, event: null, at: partner.receivedAt }]),
    ...(advertising === undefined
      ? []
      : [{ recipient: advertisingAccount, event: null, at: advertising.at }]),
  ];
}
