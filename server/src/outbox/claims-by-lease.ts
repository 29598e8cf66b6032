import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Database } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Flag, Instant } from '../database/tables.ts';
import { type Claimed, type Claims, leaseMs, type Wanted } from './claim.ts';
import { type ClaimedRow, claimedOf } from './claimed-rows.ts';

type ClaimValues = {
  readonly failing: Flag;
  readonly perEndpoint: number;
  readonly inAll: number;
  readonly except: string;
  readonly now: string;
  readonly until: string;
};

// Endpoint by endpoint: the queue of one that hangs may be as long as it likes. A claim puts the time at which a
// delivery is due off to the end of the lease, so that one index serves both.
const claimDue = rawStatement<ClaimValues, ClaimedRow>(
  (p) => sql`
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
returning outbox.id, endpoint_id, webhook_id, event, body, attempts`,
);
const earliestDue = rawStatement<{ failing: Flag; except: string }, { at: Instant | null }>(
  (p) => sql`
select min((
  select next_at from outbox where endpoint_id = e.id and state = 'pending' order by next_at limit 1
)) as at
from endpoints e where e.state = 'on' and e.last_failed = ${p.failing}
  and e.id not in (select value::bigint from json_array_elements_text(${p.except}::json) as listed(value))`,
);
const releaseClaimed = rawStatement<{ ids: string; now: string; until: string }, unknown>(
  (p) => sql`
update outbox set next_at = ${p.now}
where id = any(array(select value::bigint from json_array_elements_text(${p.ids}::json) as listed(value)))
  and next_at = ${p.until}`,
);

/** Leases that other processes see. One that ends without a record has most probably had a process that has ended. */
export function claimsByLease(database: Database): Claims {
  return {
    async earliest({ failing, except }) {
      const found = await database.read.first(earliestDue, { failing, except: JSON.stringify(except) });
      return found?.at ?? null;
    },
    take: (wanted, now) => database.write(claimDeliveries, wanted, new Date(now)),
    giveBack: (claimed, now) => database.write(releaseDeliveries, claimed, new Date(now)),
    recorded: () => undefined,
  };
}

export const claimDeliveries = operation(
  'claimDeliveries',
  async (tx, { except, ...wanted }: Wanted, context) => {
    const now = context.now.toISOString();
    const leaseUntil = new Date(context.now.getTime() + leaseMs).toISOString();
    const values = { ...wanted, except: JSON.stringify(except), now, until: leaseUntil };
    return claimedOf(tx, await tx.all(claimDue, values), { now, leaseUntil });
  },
);

export const releaseDeliveries = operation(
  'releaseDeliveries',
  async (tx, claimed: readonly Claimed[], { now }) => {
    for (const [until, of] of Map.groupBy(claimed, ({ leaseUntil }) => leaseUntil)) {
      const ids = JSON.stringify(of.map(({ id }) => id));
      await tx.run(releaseClaimed, { ids, now: now.toISOString(), until });
    }
  },
);
