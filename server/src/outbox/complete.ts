import { sql } from 'kysely';
import { batchOperation } from '../database/operation.ts';
import type { Transaction } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

/** How long an endpoint may fail before its events wait until somebody has looked after it. */
export const failingDays = 5;
/** After so many days without an attempt the days of failure are counted anew. */
const unknownDays = 10;
/** What is kept of an answer. */
const answerLength = 1_024;
const dayMs = 24 * 60 * 60_000;

/** An attempt that has ended, and what follows from it. */
export interface Completion {
  readonly id: number;
  readonly endpointId: number;
  /** Attempts before it, as they were claimed: when there are others now, it was sent again meanwhile. */
  readonly attempts: number;
  /** When it began. */
  readonly at: Instant;
  readonly status: number | null;
  readonly ms: number;
  readonly cause: string | null;
  readonly answer: string;
  /** `retry`: at `nextAt`. `failed`: it was the last one. `gone`: the endpoint wants nothing more; the event waits. */
  readonly verdict: 'delivered' | 'retry' | 'failed' | 'gone';
  readonly nextAt: Instant | null;
}

/** What the endpoint has become by it; null when it is as it was. `working`: the attempt before had failed. */
export type Switched = 'held' | 'off' | 'working' | null;

type Finished = 'pending' | 'delivered' | 'failed';

const setOutcome = rawStatement<
  { id: number; attempts: number; state: Finished; nextAt: string | null; finishedAt: string | null },
  unknown
>(
  // What was to be sent again while this attempt was on its way is still to be sent again when it has failed.
  (p) => sql`
update outbox set attempts = attempts + 1, state = ${p.state}, next_at = ${p.nextAt}, finished_at = ${p.finishedAt}
where id = ${p.id} and (${p.state} = 'delivered' or (state = 'pending' and attempts = ${p.attempts}))`,
);
const insertAttempt = rawStatement<
  { id: number; at: string; status: number | null; ms: number; cause: string | null; answer: string },
  unknown
>(
  // Nothing for a delivery that was deleted meanwhile, with its entry.
  (p) => sql`
insert into attempts (outbox_id, at, status, ms, cause, answer)
select id, ${p.at}, ${p.status}, ${p.ms}, ${p.cause}, ${p.answer} from outbox where id = ${p.id}`,
);
const completeTogether = rawStatement<{ outcomes: string }, unknown>(
  (p) => sql`
with input as materialized (
  select * from json_to_recordset(${p.outcomes}::json) as x(id bigint, attempts integer, state text, "nextAt" timestamptz,
    "finishedAt" timestamptz, at timestamptz, status integer, ms integer, cause text, answer text)
), changed as (
  update outbox set attempts = outbox.attempts + 1, state = input.state, next_at = input."nextAt",
    finished_at = input."finishedAt"
  from input where outbox.id = input.id
    and (input.state = 'delivered' or (outbox.state = 'pending' and outbox.attempts = input.attempts))
)
insert into attempts (outbox_id, at, status, ms, cause, answer)
select outbox.id, input.at, input.status, input.ms, input.cause, input.answer
from input join outbox on outbox.id = input.id`,
);
// Nothing is written, and no row locked, when the endpoint is as it was.
const setWorking = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('endpoints')
    .set({ last_failed: 0, failing_since: null })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('last_failed', '=', 1), eb('failing_since', 'is not', null)])),
);
// Days of which nothing is known are no days of failure: the clock has jumped, or there was nothing to send.
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
 * Writes what became of attempts, their log lines and what follows for their endpoints in one transaction. Answers for
 * each whether its endpoint was switched off, or held, by it, or works again.
 */
export const completeDeliveries = batchOperation(
  'completeDeliveries',
  async (tx, completions: readonly Completion[], context) => {
    const now = context.now.toISOString();
    await recordAttempts(tx, completions, now);
    const switched: Switched[] = completions.map(() => null);
    // In one order for everybody, so that two processes never wait for each other.
    const endpoints = [...Map.groupBy(completions.keys(), (i) => completions[i]?.endpointId ?? 0)];
    for (const [endpointId, indexes] of endpoints.toSorted(([a], [b]) => a - b)) {
      let works = false;
      for (const i of indexes) {
        const completion = completions[i];
        if (completion === undefined || (works && completion.verdict === 'delivered')) continue;
        switched[i] = await followUp(tx, endpointId, completion, now);
        works = completion.verdict === 'delivered';
      }
    }
    return switched;
  },
);

async function recordAttempts(
  tx: Transaction,
  completions: readonly Completion[],
  now: Instant,
): Promise<void> {
  const outcomes = completions.map(({ id, attempts, verdict, nextAt, at, status, ms, cause, answer }) => ({
    id,
    attempts,
    state: stateOf(verdict),
    nextAt: verdict === 'gone' ? now : nextAt,
    finishedAt: stateOf(verdict) === 'pending' ? null : now,
    at,
    status,
    ms: Math.round(ms),
    cause: cause === null ? null : storable(cause),
    answer: storable(answer).slice(0, answerLength),
  }));
  if (tx.engine === 'postgres') {
    await tx.run(completeTogether, { outcomes: JSON.stringify(outcomes) });
    return;
  }
  await tx.each(setOutcome, outcomes);
  await tx.each(insertAttempt, outcomes);
}

async function followUp(
  tx: Transaction,
  id: number,
  { verdict, status, cause }: Completion,
  now: Instant,
): Promise<Switched> {
  if (verdict === 'delivered') {
    return (await tx.run(setWorking, { id })) > 0 ? 'working' : null;
  }
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  await tx.run(setFailing, {
    id,
    at: now,
    hourAgo: before(dayMs / 24),
    longAgo: before(unknownDays * dayMs),
  });
  if (verdict === 'gone') {
    const reason = 'It answered 410: it wants no more events';
    return (await tx.run(switchOff, { id, reason })) > 0 ? 'off' : null;
  }
  const since = before(failingDays * dayMs);
  const last = cause ?? `status ${status}`;
  const reason = `It has failed for ${failingDays} days; the last time: ${storable(last)}`;
  return (await tx.run(hold, { id, since, reason })) > 0 ? 'held' : null;
}

function stateOf(verdict: Completion['verdict']): Finished {
  return verdict === 'delivered' || verdict === 'failed' ? verdict : 'pending';
}

/** PostgreSQL takes no NUL, and an attempt must be recorded whatever a receiver answers: it would be made again. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
