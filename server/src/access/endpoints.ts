import { hourMs } from '../clock.ts';
import { newWebhookSecret } from '../secrets.ts';
import type { OperationContext, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

/** How long the previous secret of an endpoint signs beside the new one. */
const rotationHours = 24;

const insertEndpoint = statement<{
  callerId: number;
  url: string;
  secret: string;
  events: string | null;
  now: string;
}>()((db, p) =>
  db
    .insertInto('endpoints')
    .values({ caller_id: p.callerId, url: p.url, secret: p.secret, events: p.events, created_at: p.now })
    .returning('id'),
);
const putSecret = statement<{ id: number; secret: string; until: string }>()((db, p) =>
  db
    .updateTable('endpoints')
    .set((eb) => ({ previous_secret: eb.ref('secret'), previous_until: p.until, secret: p.secret }))
    .where('id', '=', p.id),
);
const putUrl = statement<{ id: number; url: string }>()((db, p) =>
  db.updateTable('endpoints').set({ url: p.url }).where('id', '=', p.id),
);
const putEvents = statement<{ id: number; events: string | null }>()((db, p) =>
  db.updateTable('endpoints').set({ events: p.events }).where('id', '=', p.id),
);

/** Adds an endpoint for a caller; `events` null subscribes to all. Returns its secret, which can't be read again. */
export async function addEndpoint(
  tx: Transaction,
  { secrets, now }: OperationContext,
  { callerId, url, events }: { callerId: number; url: string; events: readonly string[] | null },
): Promise<{ id: number; secret: string }> {
  const secret = newWebhookSecret();
  const row = await tx.first(insertEndpoint, {
    callerId,
    url,
    secret: secrets.encrypt(secret),
    events: events === null ? null : JSON.stringify(events),
    now: now.toISOString(),
  });
  if (row === undefined) throw new Error('The new endpoint has no id');
  return { id: row.id, secret };
}

/**
 * Gives an endpoint a new secret and returns it; it can't be read again. For {@link rotationHours} hours the previous one
 * signs too, so that the receiver has time to learn the new one. Returns undefined for an unknown endpoint.
 */
export async function rotateSecret(
  tx: Transaction,
  { secrets, now }: OperationContext,
  id: number,
): Promise<{ secret: string; previousUntil: Instant } | undefined> {
  const secret = newWebhookSecret();
  const previousUntil = new Date(now.getTime() + rotationHours * hourMs).toISOString();
  const changed = await tx.run(putSecret, { id, secret: secrets.encrypt(secret), until: previousUntil });
  return changed === 0 ? undefined : { secret, previousUntil };
}

/** Changes the properties given; `events` null subscribes to all. Pending deliveries go to the new address. */
export async function changeEndpoint(
  tx: Transaction,
  id: number,
  { url, events }: { readonly url?: string; readonly events?: readonly string[] | null },
): Promise<void> {
  if (url !== undefined) await tx.run(putUrl, { id, url });
  if (events !== undefined)
    await tx.run(putEvents, { id, events: events === null ? null : JSON.stringify(events) });
}
