import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { ClaimRequest, Claims } from './claim.ts';
import { type ClaimValues, type Due, dueRows, earliestDue } from './due.ts';
import { type Claimed, letterQueue, noticeQueue, type Queue, webhookQueue } from './queues.ts';

type LeaseValues = ClaimValues & { readonly until: string };
type Lease = Pick<Claimed, 'id' | 'leaseUntil'>;

/**
 * Claims and leases kept in the queue's table. A claim moves `next_at` to the end of the lease, so that one index
 * serves due rows and expired leases.
 */
function leases<Row, C extends Claimed>(
  queue: Queue<Row, C>,
  names: { readonly claim: string; readonly release: string },
) {
  const table = sql.table(queue.table);
  const claimDue = rawStatement<LeaseValues, Row>((p, dialect) => {
    const due = sql`select q.id ${dueRows(queue, p, dialect)}`;
    return sql`update ${table} set next_at = ${p.until} where ${dialect.isIn('id', due)}
returning ${sql.join(queue.columns.map((name) => sql.ref(name)))}`;
  });
  const release = rawStatement<{ ids: readonly number[]; now: string; until: string }, unknown>(
    (p, dialect) => sql`
update ${table} set next_at = ${p.now} where next_at = ${p.until}
  and ${dialect.idIn('id', p.ids)}`,
  );
  return {
    earliest: rawStatement<Due, { at: Instant | null }>((p, dialect) => earliestDue(queue, p, dialect)),
    claim: operation(names.claim, async (tx, { except, ...request }: ClaimRequest, context): Promise<C[]> => {
      const now = context.now.toISOString();
      const leaseUntil = new Date(context.now.getTime() + queue.leaseMs).toISOString();
      const values = { ...request, except, now, until: leaseUntil };
      const rows = await tx.all(claimDue, values);
      return rows.length === 0 ? [] : queue.load(tx, rows, { now, leaseUntil });
    }),
    release: operation(names.release, async (tx, claimed: readonly Lease[], { now }) => {
      for (const [until, of] of Map.groupBy(claimed, ({ leaseUntil }) => leaseUntil)) {
        const ids = of.map(({ id }) => id);
        await tx.run(release, { ids, now: now.toISOString(), until });
      }
    }),
  };
}

export const webhookLeases = leases(webhookQueue, { claim: 'claimWebhooks', release: 'releaseWebhooks' });
export const noticeLeases = leases(noticeQueue, { claim: 'claimNotices', release: 'releaseNotices' });
export const letterLeases = leases(letterQueue, { claim: 'claimLetters', release: 'releaseLetters' });

/** Leases visible to other processes. One that expires without an outcome most likely belonged to a killed process. */
export function claimsByLease<C extends Claimed>(
  database: Database,
  { earliest, claim, release }: Leases<C>,
): Claims<C> {
  return {
    async earliest({ failing, except }) {
      const found = await database.read.first(earliest, { failing, except });
      return found?.at ?? null;
    },
    take: (request, now) => database.write(claim, request, new Date(now)),
    async giveBack(claimed, now) {
      const leasesToEnd = claimed.map(({ id, leaseUntil }) => ({ id, leaseUntil }));
      await database.write(release, leasesToEnd, new Date(now));
    },
    completed: () => undefined,
  };
}

type Leases<C extends Claimed> = ReturnType<typeof leases<unknown, C>>;
