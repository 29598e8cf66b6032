import { sql } from 'kysely';
import type { Database, Transaction } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Flag, Instant } from '../database/tables.ts';
import type { ClaimRequest, Claims } from './claim.ts';
import { type Claimed, mailQueue, type Queue, webhookQueue } from './queues.ts';

type ClaimValues = {
  readonly failing: Flag;
  readonly perDestination: number;
  readonly inAll: number;
  readonly except: string;
  readonly now: string;
  readonly until: string;
};

/** Claims and leases of a queue in its table, on PostgreSQL. */
function leases<Row, C extends Claimed>(queue: Queue<Row, C>) {
  const table = sql.table(queue.table);
  // Destination by destination: the backlog of one that hangs may be as long as it likes. A claim puts `next_at` off
  // to the end of the lease, so that one index serves both.
  const claimDue = rawStatement<ClaimValues, Row>(
    (p) => sql`
with due as materialized (
  select o.id from ${queue.destinations} e cross join lateral (
    select id, next_at from ${table}
    where ${queue.ofDestination} and state = 'pending' and next_at <= ${p.now}::timestamptz
    order by next_at limit ${p.perDestination}::integer for update skip locked
  ) o
  where e.failing = ${p.failing}::integer
    and e.id not in (select value::bigint from json_array_elements_text(${p.except}::json) as listed(value))
  order by o.next_at, o.id limit ${p.inAll}::integer
)
update ${table} q set next_at = ${p.until}::timestamptz from due where q.id = due.id returning q.*`,
  );
  const release = rawStatement<{ ids: string; now: string; until: string }, unknown>(
    (p) => sql`
update ${table} set next_at = ${p.now}
where id = any(array(select value::bigint from json_array_elements_text(${p.ids}::json) as listed(value)))
  and next_at = ${p.until}`,
  );
  return {
    earliest: rawStatement<{ failing: Flag; except: string }, { at: Instant | null }>(
      (p) => sql`
select min((
  select next_at from ${table} where ${queue.ofDestination} and state = 'pending' order by next_at limit 1
)) as at
from ${queue.destinations} e where e.failing = ${p.failing}
  and e.id not in (select value::bigint from json_array_elements_text(${p.except}::json) as listed(value))`,
    ),
    async claim(
      tx: Transaction,
      { except, ...request }: ClaimRequest,
      { now }: { readonly now: Instant },
    ): Promise<C[]> {
      const leaseUntil = new Date(Date.parse(now) + queue.leaseMs).toISOString();
      const values = { ...request, except: JSON.stringify(except), now, until: leaseUntil };
      const rows = await tx.all(claimDue, values);
      return rows.length === 0 ? [] : queue.load(tx, rows, { now, leaseUntil });
    },
    async release(
      tx: Transaction,
      claimed: readonly Pick<Claimed, 'id' | 'leaseUntil'>[],
      { now }: { readonly now: Instant },
    ): Promise<void> {
      for (const [until, of] of Map.groupBy(claimed, ({ leaseUntil }) => leaseUntil)) {
        await tx.run(release, { ids: JSON.stringify(of.map(({ id }) => id)), now, until });
      }
    },
  };
}

export const webhookLeases = leases(webhookQueue);
export const mailLeases = leases(mailQueue);

/** Leases that other processes see. One that ends without an outcome belonged most probably to a killed process. */
export function claimsByLease<C extends Claimed>(
  database: Database,
  { earliest, claim, release }: Leases<C>,
): Claims<C> {
  return {
    async earliest({ failing, except }) {
      const found = await database.read.first(earliest, { failing, except: JSON.stringify(except) });
      return found?.at ?? null;
    },
    take: (request, now) => database.write((tx) => claim(tx, request, { now })),
    giveBack: (claimed, now) => database.write((tx) => release(tx, claimed, { now })),
    completed: () => undefined,
  };
}

type Leases<C extends Claimed> = ReturnType<typeof leases<unknown, C>>;
