import { type Kysely, sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import type { Instant, Tables } from '../store/tables.ts';
import { webhookQueue } from './queues.ts';

const allEndpoints = statement()((db) =>
  db
    .selectFrom('endpoints')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select((eb) => [
      'endpoints.id',
      'callers.id as callerId',
      'callers.name as caller',
      'endpoints.url',
      'endpoints.events',
      'endpoints.state',
      'endpoints.reason',
      'endpoints.failing_since as failingSince',
      'endpoints.previous_until as previousUntil',
      'endpoints.created_at as createdAt',
      'endpoints.header',
      eb
        .selectFrom('outbox')
        .select((one) => one.fn.countAll<number>().as('n'))
        .whereRef('outbox.endpoint_id', '=', 'endpoints.id')
        .where('outbox.state', '=', sql.lit('pending'))
        .as('waiting'),
    ])
    .orderBy('endpoints.id'),
);

/**
 * Switches an endpoint on. Its waiting deliveries are due at once, each with a full schedule of attempts. Returns false
 * when there is no such endpoint.
 */
export async function switchEndpointOn(tx: Transaction, id: number, now: Instant): Promise<boolean> {
  const on = { state: 'on', reason: null, last_failed: 0, failing_since: null } as const;
  if ((await update(tx, 'endpoints', id, on)) === 0) return false;
  await tx.run(query((db) => pending(db, id).set({ next_at: now, attempts: 0 })));
  await tx.notify('outbox');
  return true;
}

/**
 * Makes the deliveries due that wait for their next attempt, each with a full schedule of attempts. Those due within a
 * minute are left as they are. Returns how many were made due.
 */
export async function sendWaitingNow(tx: Transaction, id: number, now: Date): Promise<number> {
  const after = new Date(now.getTime() + webhookQueue.leaseMs).toISOString();
  // Those due before are about to be sent, or being sent: they must not be sent twice.
  const count = await tx.run(
    query((db) =>
      pending(db, id).set({ next_at: now.toISOString(), attempts: 0 }).where('next_at', '>', after),
    ),
  );
  if (count > 0) await tx.notify('outbox');
  return count;
}

function pending(db: Kysely<Tables>, endpointId: number) {
  return db
    .updateTable('outbox')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('pending'));
}

/** Locks the endpoint until the transaction ends. */
export async function lockEndpoint(tx: Transaction, id: number): Promise<void> {
  await tx.first(
    query((db, dialect) => dialect.forUpdate(db.selectFrom('endpoints').select('id').where('id', '=', id))),
  );
}

/** Switches an endpoint off: its events wait. Returns false when there is no such endpoint. */
export async function switchEndpointOff(tx: Transaction, id: number, reason: string): Promise<boolean> {
  return (await update(tx, 'endpoints', id, { state: 'off', reason })) > 0;
}

/** Every endpoint, with the number of waiting events, and until when its previous secret signs too. */
export async function listEndpoints(read: Queries) {
  const rows = await read.all(allEndpoints);
  return rows.map(({ events, waiting, header, ...row }) => ({
    ...row,
    hasHeader: header !== null,
    events: events === null ? null : (JSON.parse(events) as string[]),
    waiting: Number(waiting),
  }));
}
