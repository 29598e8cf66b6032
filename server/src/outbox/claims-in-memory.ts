import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Dialect, Ids } from '../store/dialect.ts';
import { rawStatement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { ClaimRequest, Claims } from './claim.ts';
import { type ClaimValues, type Due, dueRows, earliestDue } from './due.ts';
import type { Claimed, Queue } from './queues.ts';

/** Claims kept in the memory of the only process. After a restart the claimed rows are due again. */
export function claimsInMemory<Row, C extends Claimed>({ read }: Database, queue: Queue<Row, C>): Claims<C> {
  const unclaimed = (ids: RawBuilder<Ids>, dialect: Dialect) => sql`and id not in ${dialect.ids(ids)}`;
  const columns = sql.join(queue.columns.map((name) => sql.ref(`q.${name}`)));
  const due = rawStatement<ClaimValues & { readonly claimed: Ids }, Row>(
    (p, dialect) => sql`select ${columns} ${dueRows(queue, p, dialect, unclaimed(p.claimed, dialect))}`,
  );
  const earliest = rawStatement<Due & { readonly claimed: Ids }, { at: Instant | null }>((p, dialect) =>
    earliestDue(queue, p, dialect, unclaimed(p.claimed, dialect)),
  );
  /** Row id → end of its lease. */
  const claimed = new Map<number, Instant>();

  function claimedIds(now: Instant): Ids {
    // A lease that ends later than one taken now was taken before the clock went back.
    const latest = leaseEnd(now);
    for (const [id, until] of claimed) if (until <= now || until > latest) claimed.delete(id);
    return [...claimed.keys()];
  }

  const leaseEnd = (now: Instant) => new Date(Date.parse(now) + queue.leaseMs).toISOString();

  async function find({ except, ...request }: ClaimRequest, now: Instant): Promise<C[]> {
    const leaseUntil = leaseEnd(now);
    const values = { ...request, except, claimed: claimedIds(now), now };
    const rows = await read.all(due, values);
    if (rows.length === 0) return [];
    const found = await queue.load(read, rows, { now, leaseUntil });
    for (const { id } of found) claimed.set(id, leaseUntil);
    return found;
  }

  /** Once its lease has ended the row may have been claimed again: that newer claim stays. */
  function end({ id, leaseUntil }: C): void {
    if (claimed.get(id) === leaseUntil) claimed.delete(id);
  }

  /** Serialises claims: two at the same time would find the same rows. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    async earliest({ failing, except }, now) {
      const values = { failing, except, claimed: claimedIds(now) };
      return (await read.first(earliest, values))?.at ?? null;
    },
    take(request, now) {
      const found = last.then(() => find(request, now));
      last = found.catch(() => undefined);
      return found;
    },
    async giveBack(deliveries) {
      for (const one of deliveries) end(one);
    },
    completed: end,
  };
}
