import { newSecret, newWebhookSecret } from '../secrets.ts';
import type { OperationContext, Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import type { Day } from '../store/tables.ts';
import type { Scope } from './credentials.ts';

// A credential is returned when it is added, and can't be read again.

/** Adds a password of a caller: a new one unless `password` is given. `label`: what it is for. */
export async function insertPassword(
  tx: Transaction,
  { secrets, now }: OperationContext,
  given: {
    readonly callerId: number;
    readonly scope: Scope;
    readonly origins?: readonly string[];
    readonly label?: string | null;
    /** People get a receipt of what comes with it. */
    readonly receipts?: boolean;
    readonly password?: string | undefined;
  },
) {
  const { callerId, scope, origins = [], label = null, receipts = false, password = newSecret('pw') } = given;
  const id = await insert(tx, 'passwords', {
    caller_id: callerId,
    hash: secrets.hash(password),
    scope,
    origins: JSON.stringify(origins),
    label,
    receipts,
    created_at: now.toISOString(),
  });
  return { id, password };
}

/** Adds a token of a partner: a new one unless `token` is given. `until`: its last valid day. */
export async function insertToken(
  tx: Transaction,
  { secrets, now }: OperationContext,
  given: {
    readonly partnerId: number;
    readonly until?: Day | null;
    readonly label?: string | null;
    readonly token?: string | undefined;
  },
) {
  const { partnerId, until = null, label = null, token = newSecret('tok') } = given;
  const id = await insert(tx, 'tokens', {
    partner_id: partnerId,
    hash: secrets.hash(token),
    until,
    label,
    created_at: now.toISOString(),
  });
  return { id, token };
}

/** Adds an endpoint of a caller with a new secret; `events` null subscribes to all. */
export async function insertEndpoint(
  tx: Transaction,
  { secrets, now }: OperationContext,
  given: {
    readonly callerId: number;
    readonly url: string;
    readonly events?: readonly string[] | null;
    /** `name: value`. */
    readonly header?: string | null;
  },
) {
  const { callerId, url, events = null, header = null } = given;
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
