import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

/** Restarts the schedule of attempts, with the same message id. */
const restarted = { state: 'pending', attempts: 0, finished_at: null } as const;

/** Of an erased entry only the event that says so is sent again. */
const isNotBlanked = sql<boolean>`(blanked_at is null or event = 'erased')`;

// States are literals in the SQL text: the planner needs them to choose a partial index.
const failedSince = statement<{ since: string }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', sql.lit('failed'))
    .where('finished_at', '>=', p.since)
    .where(isNotBlanked),
);
const renewDelivery = statement<{ id: number; now: string }>()((db, p) =>
  db
    .updateTable('outbox')
    .set({ ...restarted, next_at: p.now })
    .where('id', '=', p.id)
    .where(isNotBlanked),
);
const deliveryById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('outbox').select('id').where('id', '=', p.id),
);
const renewFailed = statement<{ since: string; now: string }>()((db, p) =>
  db
    .updateTable('outbox')
    .set({ ...restarted, next_at: p.now })
    .where('state', '=', sql.lit('failed'))
    .where('finished_at', '>=', p.since)
    .where(isNotBlanked),
);
const renewMail = statement<{ id: number; now: string }>()((db, p) =>
  db
    .updateTable('mails')
    .set({ ...restarted, next_at: p.now, failure_reason: null })
    .where('id', '=', p.id)
    // The second of two simultaneous requests finds it pending, so it is sent once.
    .where('state', '=', sql.lit('failed'))
    // Its body is gone.
    .where('secret', '=', sql.lit(0)),
);
const mailById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('mails').select('secret').where('id', '=', p.id),
);

/**
 * Queues a delivery again, whatever its state: due at once, or when its endpoint is on again. Returns `erased` for an
 * event whose data was erased, `unknown` when there is no such delivery.
 */
export async function resendDelivery(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<'resent' | 'erased' | 'unknown'> {
  if ((await tx.run(renewDelivery, { id, now })) > 0) {
    await tx.notify('outbox');
    return 'resent';
  }
  return (await tx.first(deliveryById, { id })) === undefined ? 'unknown' : 'erased';
}

/** How many deliveries have been given up since an instant. */
export async function countFailedSince(read: Queries, since: Instant): Promise<number> {
  return Number((await read.first(failedSince, { since }))?.n ?? 0);
}

/** Queues all deliveries again that have been given up since an instant. Returns how many. */
export async function resendFailedSince(tx: Transaction, since: Instant, now: Instant): Promise<number> {
  const renewed = await tx.run(renewFailed, { since, now });
  if (renewed > 0) await tx.notify('outbox');
  return renewed;
}

/**
 * Queues a mail again that was given up: due at once, or when mail is on again. Returns `not-given-up` for one that was
 * sent or is pending, `secret` for one with a link that opens an account, `unknown` when there is no such mail.
 */
export async function resendMail(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<'resent' | 'not-given-up' | 'secret' | 'unknown'> {
  if ((await tx.run(renewMail, { id, now })) > 0) {
    await tx.notify('mail');
    return 'resent';
  }
  const mail = await tx.first(mailById, { id });
  if (mail === undefined) return 'unknown';
  return mail.secret === 1 ? 'secret' : 'not-given-up';
}
