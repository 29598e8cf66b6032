import { sql } from 'kysely';
import { dayMs, hourMs } from '../clock.ts';
import type { Transaction } from '../store/database.ts';
import { storable } from '../store/rows.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { Completion, EndpointChange } from './completion.ts';

/** How long an endpoint may fail before it is held until staff switch it on again. */
const failingDays = 5;
/** After this many days without an attempt, counting the days of failure starts over. */
const unknownDays = 10;

// Writes nothing and locks no row when the endpoint is unchanged.
const setWorking = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('endpoints')
    .set({ last_failed: 0, failing_since: null })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('last_failed', '=', 1), eb('failing_since', 'is not', null)])),
);
// Days without attempts do not count as failing: the clock has jumped, or there was nothing to send.
const setFailing = rawStatement<{ id: number; at: string; hourAgo: string; longAgo: string }, unknown>(
  (p) => sql`
update endpoints set last_failed = 1, failed_at = ${p.at}, failing_since = case
  when failing_since is null or failing_since > ${p.at} or failed_at <= ${p.longAgo} then ${p.at} else failing_since end
where id = ${p.id} and (last_failed = 0 or failing_since is null or failing_since > ${p.at}
  or failed_at is null or failed_at > ${p.at} or failed_at <= ${p.hourAgo})`,
);
const hold = statement<{ id: number; since: string; reason: string }>()((db, p) =>
  db
    .updateTable('endpoints')
    .set({ state: 'held', reason: p.reason })
    .where('id', '=', p.id)
    .where('state', '=', 'on')
    .where('failing_since', '<=', p.since),
);
const switchOff = statement<{ id: number; reason: string }>()((db, p) =>
  db
    .updateTable('endpoints')
    .set({ state: 'off', reason: p.reason })
    .where('id', '=', p.id)
    .where('state', '=', 'on'),
);

/**
 * Records which endpoints work and which fail. Holds one that has failed for days, switches off one that is gone.
 * Returns how the endpoint of each attempt has changed.
 */
export async function updateEndpointHealth(
  tx: Transaction,
  completions: readonly Completion[],
  now: Instant,
): Promise<EndpointChange[]> {
  const changes: EndpointChange[] = completions.map(() => null);
  // In the order of ids, so that two processes never deadlock.
  const endpoints = [...Map.groupBy(completions.entries(), ([, { destinationId }]) => destinationId)];
  for (const [endpointId, ofEndpoint] of endpoints.toSorted(([a], [b]) => a - b)) {
    let works = false;
    for (const [i, completion] of ofEndpoint) {
      if (works && completion.verdict === 'delivered') continue;
      changes[i] = await recordAttempt(tx, endpointId, completion, now);
      works = completion.verdict === 'delivered';
    }
  }
  return changes;
}

async function recordAttempt(
  tx: Transaction,
  id: number,
  { verdict, status, failureReason }: Completion,
  now: Instant,
): Promise<EndpointChange> {
  if (verdict === 'delivered') return (await tx.run(setWorking, { id })) > 0 ? 'working' : null;
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  await tx.run(setFailing, { id, at: now, hourAgo: before(hourMs), longAgo: before(unknownDays * dayMs) });
  if (verdict === 'gone') {
    const reason = 'It answered 410: it wants no more events';
    return (await tx.run(switchOff, { id, reason })) > 0 ? 'off' : null;
  }
  const last = storable(failureReason ?? `status ${status}`);
  const reason = `It has failed for ${failingDays} days; the last time: ${last}`;
  return (await tx.run(hold, { id, since: before(failingDays * dayMs), reason })) > 0 ? 'held' : null;
}
