import { sql } from '#kysely';
import type { CrowdOperation } from '../database/crowd-operation.ts';
import type { Queries } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Flag, Instant } from '../database/tables.ts';

/** How long a process has for what it has claimed. Then another one may, for the first has probably ended. */
export const leaseMs = 60_000;

/** Which deliveries a process has room for. */
export interface Wanted {
  /** 1 for endpoints whose last attempt failed, 0 for the others. */
  readonly failing: Flag;
  /** At most so many of one endpoint. */
  readonly perEndpoint: number;
  /** At most so many in all. */
  readonly inAll: number;
  /** Endpoints of which the process has enough. */
  readonly except: readonly number[];
}

/** A delivery that this process, and no other, is to attempt until `leaseUntil`. */
export interface Claimed {
  readonly id: number;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  /** Attempts so far, since it was written or sent again. */
  readonly attempts: number;
  readonly leaseUntil: Instant;
  readonly endpoint: ClaimedEndpoint;
}

export interface ClaimedEndpoint {
  readonly id: number;
  readonly callerId: number;
  readonly url: string;
  /** Encrypted: the present secret and, in a rotation, the one before. */
  readonly secrets: readonly string[];
  readonly failing: boolean;
}

interface ClaimedRow {
  readonly id: number;
  readonly endpoint_id: number;
  readonly webhook_id: string;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
}

type ClaimValues = {
  readonly failing: Flag;
  readonly perEndpoint: number;
  readonly inAll: number;
  readonly except: string;
  readonly now: string;
  readonly until: string;
};

// By state and time, never by « id greater than the last one »: transactions commit in another order than ids are given.
// Endpoint by endpoint: the queue of one that hangs may be as long as it likes. A claim puts the time at which a
// delivery is due off to the end of the lease, so that one index serves both.
const claimDue = rawStatement<ClaimValues, ClaimedRow>((p, engine) =>
  engine === 'postgres'
    ? sql`
with due as materialized (
  select o.id from endpoints e cross join lateral (
    select id, next_at from outbox
    where endpoint_id = e.id and state = 'pending' and next_at <= ${p.now}::timestamptz
    order by next_at limit ${p.perEndpoint}::integer for update skip locked
  ) o
  where e.state = 'on' and e.last_failed = ${p.failing}::integer
    and e.id not in (select value::bigint from json_array_elements_text(${p.except}::json) as listed(value))
  order by o.next_at, o.id limit ${p.inAll}::integer
)
update outbox set next_at = ${p.until}::timestamptz from due where outbox.id = due.id
returning outbox.id, endpoint_id, webhook_id, event, body, attempts`
    : sql`
update outbox set next_at = ${p.until} where id in (
  select o.id from endpoints e, json_each((
    select json_group_array(id) from (
      select id from outbox where endpoint_id = e.id and state = 'pending' and next_at <= ${p.now}
      order by next_at limit ${p.perEndpoint}
    )
  )) due, outbox o
  where o.id = due.value and e.state = 'on' and e.last_failed = ${p.failing}
    and e.id not in (select value from json_each(${p.except}))
  order by o.next_at, o.id limit ${p.inAll}
) returning id, endpoint_id, webhook_id, event, body, attempts`,
);
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
const earliestDue = rawStatement<{ failing: Flag; except: string }, { at: Instant | null }>((p, engine) => {
  const except =
    engine === 'postgres'
      ? sql`select value::bigint from json_array_elements_text(${p.except}::json) as listed(value)`
      : sql`select value from json_each(${p.except})`;
  return sql`
select min((
  select next_at from outbox where endpoint_id = e.id and state = 'pending' order by next_at limit 1
)) as at
from endpoints e where e.state = 'on' and e.last_failed = ${p.failing} and e.id not in (${except})`;
});
const releaseClaimed = rawStatement<{ ids: string; now: string; until: string }, unknown>((p, engine) => {
  const listed =
    engine === 'postgres'
      ? sql`= any(array(select value::bigint from json_array_elements_text(${p.ids}::json) as listed(value)))`
      : sql`in (select value from json_each(${p.ids}))`;
  return sql`
update outbox set next_at = ${p.now} where id ${listed} and next_at = ${p.until}`;
});

/** When the first delivery that this process has room for is, or was, due; null when there is none. */
export async function earliest(
  read: Queries,
  { failing, except }: Pick<Wanted, 'failing' | 'except'>,
): Promise<Instant | null> {
  return (await read.first(earliestDue, { failing, except: JSON.stringify(except) }))?.at ?? null;
}

/**
 * Claims what is due, for {@link leaseMs}. It writes, and so is not for this process's own thread on SQLite: a batch
 * of one.
 */
export const claimDeliveries: CrowdOperation<Wanted, readonly Claimed[]> = {
  module: import.meta.url,
  name: 'claimDeliveries',
  async store(tx, pieces, now) {
    const leaseUntil = new Date(Date.parse(now) + leaseMs).toISOString();
    const outcomes: Claimed[][] = [];
    for (const { except, ...wanted } of pieces) {
      const rows = await tx.all(claimDue, {
        ...wanted,
        except: JSON.stringify(except),
        now,
        until: leaseUntil,
      });
      const ids = [...new Set(rows.map(({ endpoint_id }) => endpoint_id))];
      const found = rows.length === 0 ? [] : await tx.all(endpointsById, { ids: JSON.stringify(ids) });
      const endpoints = new Map(
        found.map((one): [number, ClaimedEndpoint] => {
          const before = one.previous_until !== null && one.previous_until > now ? one.previous_secret : null;
          return [
            one.id,
            {
              id: one.id,
              callerId: one.caller_id,
              url: one.url,
              secrets: before === null ? [one.secret] : [one.secret, before],
              failing: one.last_failed === 1,
            },
          ];
        }),
      );
      outcomes.push(
        rows
          .toSorted((a, b) => a.id - b.id)
          .flatMap(({ id, endpoint_id, webhook_id: webhookId, event, body, attempts }) => {
            const endpoint = endpoints.get(endpoint_id);
            return endpoint === undefined
              ? []
              : [{ id, webhookId, event, body, attempts, leaseUntil, endpoint }];
          }),
      );
    }
    return outcomes;
  },
};

/** Gives claimed deliveries back that were not attempted: they are due at once. */
export const releaseDeliveries: CrowdOperation<readonly Claimed[], number> = {
  module: import.meta.url,
  name: 'releaseDeliveries',
  async store(tx, pieces, now) {
    const released: number[] = [];
    for (const claimed of pieces) {
      const leases = Map.groupBy(claimed, ({ leaseUntil }) => leaseUntil);
      let rows = 0;
      for (const [until, of] of leases) {
        const ids = JSON.stringify(of.map(({ id }) => id));
        rows += await tx.run(releaseClaimed, { ids, now, until });
      }
      released.push(rows);
    }
    return released;
  },
};
