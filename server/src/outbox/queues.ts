import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Queries, QueueChannel } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { statement } from '../store/statement.ts';
import type { Channel, Instant, MessageUse, Tables } from '../store/tables.ts';

/**
 * The two queues: a table each, with the same state columns.
 *
 * | state of a row            | `next_at`           | becomes                                                      |
 * |---------------------------|---------------------|--------------------------------------------------------------|
 * | `pending`, due            | now or earlier      | claimed, when a worker has room                              |
 * | `pending`, claimed        | end of the lease (¹)| delivered, failed or pending again; due when the lease ends  |
 * | `pending`, waiting        | the next attempt    | due                                                          |
 * | `delivered` (mail: `sent`)| null                | due, when a webhook is resent; purged after half a year      |
 * | `failed`                  | null                | due, when it is resent; purged after half a year             |
 *
 * Pending rows of an endpoint that is not `on` are shown as `held`: they stay pending, and no worker claims them.
 * (¹) On SQLite claims of webhooks are kept in memory: claims-in-memory.ts.
 */
export interface Queue<Row, C extends Claimed> {
  /** Notified when rows are written. */
  readonly channel: QueueChannel;
  readonly table: 'outbox' | 'mails';
  /** The columns that a claim reads: all that an attempt needs but the body. */
  readonly columns: readonly (keyof Row & string)[];
  /** How long a claim lasts. Then the row is due again: the process that claimed it has probably died. */
  readonly leaseMs: number;
  /** The destinations that are on: rows with `id`, and `failing`, 1 when the last attempt failed. */
  readonly destinations: RawBuilder<unknown>;
  /** The condition of the queue's rows that go to the destination `e`. */
  readonly ofDestination: RawBuilder<unknown>;
  /** The condition of the rows that may wait for days, whatever their schedule says. */
  readonly waitsForDays: RawBuilder<unknown>;
  /** A condition that is true for all rows, and makes the planner use the index of pending rows. */
  readonly ofAnyDestination: (dialect: Dialect) => RawBuilder<unknown>;
  /** When the last attempt on the row `q` began; null when unknown. */
  readonly attemptedAt: RawBuilder<unknown>;
  /** The claimed rows with everything needed to send them, in the order in which they were written. */
  readonly load: (read: Queries, rows: readonly Row[], lease: Lease) => Promise<C[]>;
}

export interface Lease {
  readonly now: Instant;
  readonly leaseUntil: Instant;
}

/**
 * A row that this process alone may attempt until `leaseUntil`. Its body is read when the attempt begins: it may have been
 * erased since the claim.
 */
export interface Claimed {
  readonly id: number;
  /** Attempts since it was written or resent. */
  readonly attempts: number;
  readonly leaseUntil: Instant;
  /** Rows with the same destination share its limits. */
  readonly destinationId: number;
  /** Whether the last attempt to this destination failed. */
  readonly failing: boolean;
}

export interface ClaimedWebhook extends Claimed {
  readonly webhookId: string;
  readonly event: string;
  readonly endpoint: ClaimedEndpoint;
}

export interface ClaimedEndpoint {
  readonly id: number;
  readonly callerId: number;
  readonly url: string;
  /** Encrypted: the current secret and, during a rotation, the previous one. */
  readonly secrets: readonly string[];
  /** Encrypted: a header that the receiver asks for. */
  readonly header: string | null;
}

export interface ClaimedMail extends Claimed {
  readonly messageId: string;
  /** Null for a message to a person. */
  readonly userId: number | null;
  /** Set for a message to a person. */
  readonly letter: ClaimedLetter | undefined;
  readonly to: string;
  readonly subject: string;
  /** The user has been disabled since the mail was written. */
  readonly isDisabled: boolean;
  /** Whether the body is encrypted. */
  readonly isSecret: boolean;
}

/** What a message to a person has that a mail to staff has not. */
export interface ClaimedLetter {
  readonly entryId: number;
  readonly use: MessageUse;
  /** `entry`, or the position of a related person. */
  readonly person: string;
  readonly recipientHash: string;
  readonly channel: Channel;
  /** The name of the residence and its e-mail address; empty for an SMS. */
  readonly sender: string;
  readonly replyTo: string;
  readonly calendar: string | null;
  readonly key: string | null;
  /** Whether it offers to be written to no more, so that no objection allows it. */
  readonly unsubscribe: boolean;
}

const endpointsById = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('endpoints')
    .select(['id', 'caller_id', 'url', 'secret', 'previous_secret', 'previous_until'])
    .select(['last_failed', 'header'])
    .where(dialect.idIn('id', p.ids)),
);
const usersById = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db.selectFrom('users').select(['id', 'email', 'disabled_at']).where(dialect.idIn('id', p.ids)),
);

const webhookColumns = ['id', 'endpoint_id', 'webhook_id', 'event', 'attempts'] as const;
type WebhookRow = Pick<Selectable<Tables['outbox']>, (typeof webhookColumns)[number]>;
const mailColumns = [
  ...(['id', 'message_id', 'user_id', 'subject', 'attempts', 'secret', 'entry_id', 'use', 'person'] as const),
  ...(['recipient', 'recipient_hash', 'sender', 'reply_to', 'calendar', 'key', 'channel'] as const),
  ...(['unsubscribe', 'destination'] as const),
] as const;
type MailRow = Pick<Selectable<Tables['mails']>, (typeof mailColumns)[number]>;

/** Events for endpoints. */
export const webhookQueue: Queue<WebhookRow, ClaimedWebhook> = {
  channel: 'outbox',
  table: 'outbox',
  columns: webhookColumns,
  leaseMs: 60_000,
  destinations: sql`(select id, last_failed as failing from endpoints where state = 'on')`,
  ofDestination: sql`endpoint_id = e.id`,
  waitsForDays: sql`false`,
  ofAnyDestination: ({ isIn }) => isIn('endpoint_id', sql`select id from endpoints`),
  attemptedAt: sql`(select max(at) from attempts where outbox_id = q.id)`,
  async load(read, rows, { now, leaseUntil }) {
    const found = await read.all(endpointsById, idsOf(rows.map((row) => row.endpoint_id)));
    const endpoints = new Map(
      found.map(({ id, caller_id: callerId, url, last_failed, ...endpoint }) => {
        const before =
          endpoint.previous_until !== null && endpoint.previous_until > now ? endpoint.previous_secret : null;
        const secrets = before === null ? [endpoint.secret] : [endpoint.secret, before];
        const { header } = endpoint;
        return [id, { failing: last_failed === 1, endpoint: { id, callerId, url, secrets, header } }];
      }),
    );
    return inOrder(rows).flatMap(({ id, endpoint_id, webhook_id: webhookId, event, attempts }) => {
      const destination = endpoints.get(endpoint_id);
      return destination === undefined
        ? []
        : [{ id, webhookId, event, attempts, leaseUntil, destinationId: endpoint_id, ...destination }];
    });
  },
};

/** Mails to staff and messages to persons: to one mail server (0), and to one SMS gateway (1). */
export const mailQueue: Queue<MailRow, ClaimedMail> = {
  channel: 'mail',
  table: 'mails',
  columns: mailColumns,
  // Twice the time limit of an attempt.
  leaseMs: 120_000,
  destinations: sql`(select 0 as id, 0 as failing union all select 1, 0)`,
  ofDestination: sql`destination = e.id`,
  // Until the morning, or longer: sms-hours.ts.
  waitsForDays: sql`destination = 1`,
  ofAnyDestination: () => sql`destination in (0, 1)`,
  attemptedAt: sql`null`,
  async load(read, rows, { leaseUntil }) {
    const found = await read.all(usersById, idsOf(rows.flatMap((row) => row.user_id ?? [])));
    const users = new Map(found.map((user) => [user.id, user]));
    return inOrder(rows).flatMap((row) => {
      const { id, message_id: messageId, user_id: userId, subject, attempts } = row;
      const user = userId === null ? undefined : users.get(userId);
      const to = user?.email ?? row.recipient;
      if (to === null) return [];
      const recipient = { userId, to, isDisabled: (user?.disabled_at ?? null) !== null };
      const mail = { messageId, subject, isSecret: row.secret === 1, letter: letterOf(row), ...recipient };
      return [{ id, attempts, leaseUntil, destinationId: row.destination, failing: false, ...mail }];
    });
  },
};

function letterOf(row: MailRow): ClaimedLetter | undefined {
  const { entry_id: entryId, use, person, recipient_hash: recipientHash } = row;
  if (entryId === null || use === null || person === null || recipientHash === null) return undefined;
  const { channel, sender, reply_to: replyTo, calendar, key } = row;
  const letter = { entryId, use, person, recipientHash, channel: channel ?? 'email', calendar, key };
  const unsubscribe = row.unsubscribe === 1;
  return { ...letter, sender: sender ?? '', replyTo: replyTo ?? '', unsubscribe };
}

const idsOf = (ids: readonly number[]) => ({ ids: [...new Set(ids)] });

const inOrder = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.id - b.id);
