import { sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
import type { Claimed, ClaimedEndpoint } from './claim.ts';

/** A delivery as a claim reads it. */
export interface ClaimedRow {
  readonly id: number;
  readonly endpoint_id: number;
  readonly webhook_id: string;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
}

const endpointsById = statement<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('endpoints')
    .select(['id', 'caller_id', 'url', 'secret', 'previous_secret', 'previous_until', 'last_failed'])
    .where(
      'id',
      'in',
      engine === 'postgres'
        ? sql<number>`(select value::bigint from json_array_elements_text(${p.ids}::json) as listed(value))`
        : sql<number>`(select value from json_each(${p.ids}))`,
    ),
);

/** The rows of a claim with their endpoints, in the order in which they were written. */
export async function claimedOf(
  read: Queries,
  rows: readonly ClaimedRow[],
  { now, leaseUntil }: { readonly now: Instant; readonly leaseUntil: Instant },
): Promise<Claimed[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ endpoint_id }) => endpoint_id))];
  const endpoints = new Map<number, ClaimedEndpoint>();
  for (const one of await read.all(endpointsById, { ids: JSON.stringify(ids) })) {
    const before = one.previous_until !== null && one.previous_until > now ? one.previous_secret : null;
    endpoints.set(one.id, {
      id: one.id,
      callerId: one.caller_id,
      url: one.url,
      secrets: before === null ? [one.secret] : [one.secret, before],
      failing: one.last_failed === 1,
    });
  }
  return rows
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ id, endpoint_id, webhook_id: webhookId, event, body, attempts }) => {
      const endpoint = endpoints.get(endpoint_id);
      return endpoint === undefined ? [] : [{ id, webhookId, event, body, attempts, leaseUntil, endpoint }];
    });
}
