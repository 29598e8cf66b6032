import { hourMs } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { newWebhookSecret } from '../secrets.ts';
import type { OperationContext, Transaction } from '../store/database.ts';
import { insert, update } from '../store/rows.ts';
import { query } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';

/** How long the previous secret of an endpoint signs beside the new one. */
const rotationHours = 24;

/** Adds an endpoint for a caller; `events` null subscribes to all. Returns its secret, which can't be read again, nor can `header`. */
export async function addEndpoint(
  tx: Transaction,
  { secrets, now }: OperationContext,
  { callerId, url, events = null, header = null }: EndpointSettings & { callerId: number; url: string },
): Promise<{ id: number; secret: string }> {
  const secret = newWebhookSecret();
  const id = await insert(tx, 'endpoints', {
    caller_id: callerId,
    url,
    secret: secrets.encrypt(secret),
    events: events && JSON.stringify(events),
    created_at: now.toISOString(),
    header: header && secrets.encrypt(header),
  });
  return { id, secret };
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
  const encrypted = secrets.encrypt(secret);
  const changed = await tx.run(
    query((db) =>
      db
        .updateTable('endpoints')
        .set((eb) => ({
          previous_secret: eb.ref('secret'),
          previous_until: previousUntil,
          secret: encrypted,
        }))
        .where('id', '=', id),
    ),
  );
  return changed === 0 ? undefined : { secret, previousUntil };
}

export interface EndpointSettings {
  readonly url?: string;
  readonly events?: readonly string[] | null;
  /** `name: value`; null for none. */
  readonly header?: string | null;
}

/** Changes the properties given; `events` null subscribes to all. Pending deliveries go to the new address. */
export async function changeEndpoint(
  tx: Transaction,
  { secrets }: Pick<OperationContext, 'secrets'>,
  id: number,
  { url, events, header }: EndpointSettings,
): Promise<void> {
  const changed = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: events && JSON.stringify(events) }),
    ...(header !== undefined && { header: header && secrets.encrypt(header) }),
  };
  if (Object.keys(changed).length > 0) await update(tx, 'endpoints', id, changed);
}

/** Throws `INVALID` when the caller has an endpoint with this URL: each event would arrive twice. */
export async function refuseSecondUrl(tx: Transaction, callerId: number, url: string): Promise<void> {
  // Locked, so that of two that are added at once the second finds the first.
  await tx.first(
    query((db, dialect) =>
      dialect.forUpdate(db.selectFrom('callers').select('id').where('id', '=', callerId)),
    ),
  );
  const same = query((db) =>
    db.selectFrom('endpoints').select('id').where('caller_id', '=', callerId).where('url', '=', url),
  );
  const known = await tx.first(same);
  if (known !== undefined)
    throw new RequestError('INVALID', `url: endpoint ${known.id} of this caller has it already`);
}
