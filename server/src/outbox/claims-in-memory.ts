import { sql } from 'kysely';
import type { Database } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Flag, Instant } from '../database/tables.ts';
import { type Claimed, type Claims, leaseMs, type Wanted } from './claim.ts';
import { type ClaimedRow, claimedOf } from './claimed-rows.ts';

type DueValues = {
  readonly failing: Flag;
  readonly perEndpoint: number;
  readonly inAll: number;
  readonly except: string;
  readonly claimed: string;
  readonly now: string;
};

// Endpoint by endpoint: the queue of one that hangs may be as long as it likes.
const due = rawStatement<DueValues, ClaimedRow>(
  (p) => sql`
select o.id, o.endpoint_id, o.webhook_id, o.event, o.body, o.attempts
from endpoints e, json_each((
  select json_group_array(id) from (
    select id from outbox
    where endpoint_id = e.id and state = 'pending' and next_at <= ${p.now}
      and id not in (select value from json_each(${p.claimed}))
    order by next_at limit ${p.perEndpoint}
  )
)) due, outbox o
where o.id = due.value and e.state = 'on' and e.last_failed = ${p.failing}
  and e.id not in (select value from json_each(${p.except}))
order by o.next_at, o.id limit ${p.inAll}`,
);
const earliestDue = rawStatement<{ failing: Flag; except: string; claimed: string }, { at: Instant | null }>(
  (p) => sql`
select min((
  select next_at from outbox
  where endpoint_id = e.id and state = 'pending' and id not in (select value from json_each(${p.claimed}))
  order by next_at limit 1
)) as at
from endpoints e where e.state = 'on' and e.last_failed = ${p.failing}
  and e.id not in (select value from json_each(${p.except}))`,
);

/** Claims that a process keeps to itself, and that end with it: what it had claimed is due when it starts again. */
export function claimsInMemory({ read }: Database): Claims {
  /** By delivery, the end of its lease. */
  const claimed = new Map<number, Instant>();

  function known(now: Instant): string {
    // What lies further ahead than a lease lasts was claimed before the clock went back.
    const latest = new Date(Date.parse(now) + leaseMs).toISOString();
    for (const [id, until] of claimed) if (until <= now || until > latest) claimed.delete(id);
    return JSON.stringify([...claimed.keys()]);
  }

  async function find({ except, ...wanted }: Wanted, now: Instant): Promise<Claimed[]> {
    const leaseUntil = new Date(Date.parse(now) + leaseMs).toISOString();
    const values = { ...wanted, except: JSON.stringify(except), claimed: known(now), now };
    const found = await claimedOf(read, await read.all(due, values), { now, leaseUntil });
    for (const { id } of found) claimed.set(id, leaseUntil);
    return found;
  }

  /** Whose lease has ended may be claimed anew: that claim is not its. */
  function end({ id, leaseUntil }: Claimed): void {
    if (claimed.get(id) === leaseUntil) claimed.delete(id);
  }

  /** The claim before: two at the same time would find the same. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    async earliest({ failing, except }, now) {
      const values = { failing, except: JSON.stringify(except), claimed: known(now) };
      return (await read.first(earliestDue, values))?.at ?? null;
    },
    take(wanted, now) {
      const found = last.then(() => find(wanted, now));
      last = found.catch(() => undefined);
      return found;
    },
    async giveBack(deliveries) {
      for (const one of deliveries) end(one);
    },
    recorded: end,
  };
}
