import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { query } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

/** Restarts the schedule of attempts, with the same message id. */
const restarted = { state: 'pending', attempts: 0, finished_at: null } as const;

/** Nothing of an entry that is out of sight is sent again. */
const isInSight = sql<boolean>`not exists (select 1 from entries where entries.id = outbox.entry_id and told is not null)`;
/** Of an erased entry only the event that says so is sent again. */
const isNotBlanked = sql<boolean>`(event = 'erased' or (blanked_at is null and ${isInSight}))`;
// The state is a literal in the SQL text: the planner needs it to choose a partial index.
const hasFailedSince = (since: Instant) =>
  sql<boolean>`state = 'failed' and finished_at >= ${since} and ${isNotBlanked}`;

/**
 * Queues a delivery again, whatever its state: due at once, or when its endpoint is on again. Returns `erased` for an
 * event whose data was erased, `unknown` when there is no such delivery, or its entry is out of sight.
 */
export async function resendDelivery(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<'resent' | 'erased' | 'unknown'> {
  const renewed = await tx.run(
    query((db) =>
      db
        .updateTable('outbox')
        .set({ ...restarted, next_at: now })
        .where('id', '=', id)
        .where(isNotBlanked),
    ),
  );
  if (renewed > 0) {
    await tx.notify('outbox');
    return 'resent';
  }
  const known = await tx.first(
    query((db) => db.selectFrom('outbox').select('id').where('id', '=', id).where(isInSight)),
  );
  return known === undefined ? 'unknown' : 'erased';
}

/** How many deliveries have been given up since an instant. */
export async function countFailedSince(read: Queries, since: Instant): Promise<number> {
  const failed = await read.first(
    query((db) =>
      db
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(hasFailedSince(since)),
    ),
  );
  return Number(failed?.n ?? 0);
}

/** Queues all deliveries again that have been given up since an instant. Returns how many. */
export async function resendFailedSince(tx: Transaction, since: Instant, now: Instant): Promise<number> {
  const renewed = await tx.run(
    query((db) =>
      db
        .updateTable('outbox')
        .set({ ...restarted, next_at: now })
        .where(hasFailedSince(since)),
    ),
  );
  if (renewed > 0) await tx.notify('outbox');
  return renewed;
}

/**
 * Queues a notice again that was given up: due at once, or when mail is on again. Returns `not-given-up` for one that was sent
 * or is pending, `secret` for one with a link that opens an account, `unknown` when there is no such notice.
 */
export async function resendNotice(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<'resent' | 'not-given-up' | 'secret' | 'unknown'> {
  const renewed = await tx.run(
    query((db) =>
      db
        .updateTable('notices')
        .set({ ...restarted, next_at: now, failure_reason: null })
        .where('id', '=', id)
        // The second of two simultaneous requests finds it pending, so it is sent once.
        .where('state', '=', 'failed')
        // The body of one with a secret is gone.
        .where('secret', '=', 0),
    ),
  );
  if (renewed > 0) {
    await tx.notify('notices');
    return 'resent';
  }
  const notice = await tx.first(
    query((db) => db.selectFrom('notices').select('secret').where('id', '=', id)),
  );
  if (notice === undefined) return 'unknown';
  return notice.secret === 1 ? 'secret' : 'not-given-up';
}
