import type { Queries } from '../../../store/database.ts';
import { statement } from '../../../store/statement.ts';

const erasuresOfRequest = statement<{ requestId: number }>()((db, p) =>
  db
    .selectFrom('erasures')
    .select(['entry_id as entryId', 'relation', 'erased_at as erasedAt', 'counts'])
    .where('request_id', '=', p.requestId)
    .orderBy('id'),
);
/** The events of an erasure or a correction. */
const deliveries = statement<{ entryId: number; since: string }>()((db, p) =>
  db
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.id', 'outbox.endpoint_id')
    .select(['endpoints.url', 'outbox.event', 'outbox.state', 'outbox.finished_at as finishedAt'])
    .where('outbox.entry_id', '=', p.entryId)
    .where('outbox.event', 'in', ['erased', 'updated', 'result'])
    .where('outbox.created_at', '>=', p.since)
    .orderBy('outbox.id'),
);
const callerName = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .innerJoin('callers', 'callers.id', 'entries.caller_id')
    .select('callers.name')
    .where('entries.id', '=', p.entryId),
);
const partnerSlug = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .innerJoin('partners', 'partners.id', 'entries.partner_id')
    .select('partners.slug')
    .where('entries.id', '=', p.entryId),
);

/** Returns what was erased for a request. */
export async function erasuresOf(read: Queries, requestId: number) {
  const rows = await read.all(erasuresOfRequest, { requestId });
  return rows.map(({ counts, ...erasure }) => ({
    ...erasure,
    counts: JSON.parse(counts) as Readonly<Record<string, number>>,
  }));
}

/** Returns the deliveries of an entry's erasures and corrections since an instant. */
export function deliveriesSince(read: Queries, entryId: number, since: string) {
  return read.all(deliveries, { entryId, since });
}

export async function callerOfEntry(read: Queries, entryId: number): Promise<string | undefined> {
  return (await read.first(callerName, { entryId }))?.name;
}

export async function partnerOfEntry(read: Queries, entryId: number): Promise<string | undefined> {
  return (await read.first(partnerSlug, { entryId }))?.slug;
}
