import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Queries, QueueChannel } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import { statement } from '../store/statement.ts';
import type { Channel, Day, Instant, LetterUse, Tables } from '../store/tables.ts';

/**
 * The three queues: a table each, with the same state columns.
 *
 * | state of a row            | `next_at`           | becomes                                                      |
 * |---------------------------|---------------------|--------------------------------------------------------------|
 * | `pending`, due            | now or earlier      | claimed, when a worker has room                              |
 * | `pending`, claimed        | end of the lease (¹)| delivered, failed or pending again; due when the lease ends  |
 * | `pending`, waiting        | the next attempt    | due                                                          |
 * | `delivered` (others: `sent`)| null                | due, when a webhook is resent; purged after half a year      |
 * | `failed`                  | null                | due, when it is resent; purged after half a year             |
 *
 * Pending rows of an endpoint that is not `on` are shown as `held`: they stay pending, and no worker claims them.
 * (¹) On SQLite claims of webhooks are kept in memory: claims-in-memory.ts.
 */
export interface Queue<Row, C extends Claimed> {
  /** Notified when rows are written. */
  readonly channel: QueueChannel;
  readonly table: 'outbox' | 'notices' | 'letters';
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

/** An e-mail to a user. */
export interface ClaimedNotice extends Claimed {
  readonly messageId: string;
  readonly userId: number;
  readonly to: string;
  readonly subject: string;
  /** The user has been disabled since it was written. */
  readonly isDisabled: boolean;
  /** Whether the body is encrypted. */
  readonly isSecret: boolean;
}

/** An e-mail or an SMS to a person of an entry. */
export interface ClaimedLetter extends Claimed {
  readonly messageId: string;
  readonly entryId: number;
  readonly use: LetterUse;
  readonly channel: Channel;
  /** `entry`, or the position of a related person. */
  readonly person: string;
  readonly to: string;
  readonly recipientHash: string;
  readonly subject: string;
  /** The name of the residence and its e-mail address; null for an SMS. */
  readonly sender: string | null;
  readonly replyTo: string | null;
  readonly calendar: string | null;
  /** The visit that it is about; null where it is about none. */
  readonly visit: { readonly uid: string; readonly date: Day; readonly time: string } | null;
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
const noticeColumns = ['id', 'message_id', 'user_id', 'subject', 'attempts', 'secret'] as const;
type NoticeRow = Pick<Selectable<Tables['notices']>, (typeof noticeColumns)[number]>;
const letterColumns = [
  ...(['id', 'message_id', 'entry_id', 'use', 'channel', 'person', 'recipient', 'recipient_hash'] as const),
  ...(['subject', 'attempts', 'sender', 'reply_to', 'calendar', 'unsubscribe'] as const),
  ...(['visit', 'visit_date', 'visit_time'] as const),
] as const;
type LetterRow = Pick<Selectable<Tables['letters']>, (typeof letterColumns)[number]>;

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

/** E-mails to staff, to the one mail server. */
export const noticeQueue: Queue<NoticeRow, ClaimedNotice> = {
  channel: 'notices',
  table: 'notices',
  columns: noticeColumns,
  // Twice the time limit of an attempt.
  leaseMs: 120_000,
  destinations: sql`(select 0 as id, 0 as failing)`,
  ofDestination: sql`e.id = 0`,
  waitsForDays: sql`false`,
  ofAnyDestination: () => sql`true`,
  attemptedAt: sql`null`,
  async load(read, rows, { leaseUntil }) {
    const found = await read.all(usersById, idsOf(rows.map((row) => row.user_id)));
    const users = new Map(found.map((user) => [user.id, user]));
    return inOrder(rows).flatMap(
      ({ id, message_id: messageId, user_id: userId, subject, attempts, secret }) => {
        const user = users.get(userId);
        if (user === undefined) return [];
        const recipient = { userId, to: user.email, isDisabled: user.disabled_at !== null };
        const notice = { id, attempts, leaseUntil, destinationId: 0, failing: false };
        return [{ ...notice, messageId, subject, isSecret: secret === 1, ...recipient }];
      },
    );
  },
};

/** Letters to persons: to the mail server (0), and to the gateway of SMS (1). */
export const letterQueue: Queue<LetterRow, ClaimedLetter> = {
  channel: 'letters',
  table: 'letters',
  columns: letterColumns,
  // Twice the time limit of an attempt.
  leaseMs: 120_000,
  destinations: sql`(select 0 as id, 'email' as way, 0 as failing union all select 1, 'sms', 0)`,
  ofDestination: sql`channel = e.way`,
  // Until the morning, or longer: sms-hours.ts.
  waitsForDays: sql`channel = 'sms'`,
  ofAnyDestination: () => sql`channel in ('email', 'sms')`,
  attemptedAt: sql`null`,
  async load(_, rows, { leaseUntil }) {
    return inOrder(rows).flatMap((row) => {
      const {
        recipient: to,
        recipient_hash: recipientHash,
        visit: uid,
        visit_date: date,
        visit_time: time,
      } = row;
      if (to === null || recipientHash === null) return [];
      const { id, attempts, use, channel, person, subject, sender, calendar } = row;
      const destinationId = channel === 'sms' ? 1 : 0;
      const letter = {
        id,
        attempts,
        leaseUntil,
        destinationId,
        failing: false,
        use,
        channel,
        person,
        subject,
        sender,
      };
      return [
        {
          ...{ ...letter, messageId: row.message_id, entryId: row.entry_id, replyTo: row.reply_to },
          ...{ to, recipientHash, calendar, unsubscribe: row.unsubscribe === 1 },
          visit: uid === null || date === null || time === null ? null : { uid, date, time },
        },
      ];
    });
  },
};

const idsOf = (ids: readonly number[]) => ({ ids: [...new Set(ids)] });

const inOrder = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.id - b.id);
