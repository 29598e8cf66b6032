import { sql } from 'kysely';
import type { Transaction } from '../store/database.ts';
import { batchOperation } from '../store/operation.ts';
import { storable } from '../store/rows.ts';
import { type Parameters, rawStatement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { Completion, EndpointChange } from './completion.ts';
import { updateEndpointHealth } from './endpoint-health.ts';

/** Characters stored of a webhook's response, and of a mail server's error. */
const maxExcerptLength = 1_024;
const maxMailReasonLength = 500;

type Outcome = {
  readonly id: number;
  readonly attempts: number;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly nextAt: string | null;
  readonly finishedAt: string | null;
};

// A delivery resent during the attempt has another number of attempts: a failure must not change it.
const setOutcomes = rawStatement<{ outcomes: string }, unknown>(
  (p, { records }) => sql`
update outbox set attempts = outbox.attempts + 1, state = input.state, next_at = input."nextAt", finished_at = input."finishedAt"
from ${records(p.outcomes, { id: 'bigint', attempts: 'integer', state: 'text', nextAt: 'timestamptz', finishedAt: 'timestamptz' })} as input
where outbox.id = input.id
  and (input.state = 'delivered' or (outbox.state = 'pending' and outbox.attempts = input.attempts))`,
);
// Adds no row for a delivery deleted in the meantime, together with its entry. Of one whose entry was erased, nothing that
// the receiver has said is stored.
const insertAttempts = rawStatement<{ outcomes: string }, unknown>(
  (p, { records, joinEach }) => sql`
insert into attempts (outbox_id, at, status, ms, failure_reason, response_excerpt)
select o.id, input.at, input.status, input.ms,
  case when o.blanked_at is null then input."failureReason" end,
  case when o.blanked_at is null then input."responseExcerpt" else '' end
from ${records(p.outcomes, { id: 'bigint', at: 'timestamptz', status: 'integer', ms: 'integer', failureReason: 'text', responseExcerpt: 'text' })} as input
${joinEach('outbox', 'o', sql`o.id = input.id`)}`,
);
type MailOutcome = Outcome & { readonly failureReason: string | null };
const mailOutcome = (p: Parameters<MailOutcome>) => sql`
attempts = attempts + 1, state = case ${p.state} when 'delivered' then 'sent' else ${p.state} end,
  next_at = ${p.nextAt}, finished_at = ${p.finishedAt}, failure_reason = ${p.failureReason}`;
const isAttempted = (p: Parameters<MailOutcome>) =>
  sql`id = ${p.id} and (${p.state} = 'delivered' or (state = 'pending' and attempts = ${p.attempts}))`;
const setOutcomeIn = {
  // A body that holds a secret is needed until the notice is finished, and no longer.
  notices: rawStatement<MailOutcome, unknown>(
    (p) => sql`
update notices set ${mailOutcome(p)}, body = case when secret = 1 and ${p.state} <> 'pending' then '' else body end
where ${isAttempted(p)}`,
  ),
  letters: rawStatement<MailOutcome, unknown>(
    (p) => sql`update letters set ${mailOutcome(p)} where ${isAttempted(p)}`,
  ),
};

/**
 * Stores the outcomes of attempts, their log lines and the resulting state of their endpoints in one transaction.
 * Returns how the endpoint of each has changed.
 */
export const completeWebhooks = batchOperation(
  'completeWebhooks',
  async (tx, completions: readonly Completion[], context): Promise<EndpointChange[]> => {
    const now = context.now.toISOString();
    const outcomes = completions.map((completion) => ({
      ...outcomeOf(completion, now),
      at: completion.at,
      status: completion.status,
      ms: Math.round(completion.ms),
      failureReason: completion.failureReason === null ? null : storable(completion.failureReason),
      responseExcerpt: storable(completion.responseExcerpt).slice(0, maxExcerptLength),
    }));
    const values = { outcomes: JSON.stringify(outcomes) };
    await tx.run(setOutcomes, values);
    await tx.run(insertAttempts, values);
    return updateEndpointHealth(tx, completions, now);
  },
);

/** Stores the outcomes of attempts to send notices. */
export const completeNotices = batchOperation(
  'completeNotices',
  async (tx, completions: readonly Completion[], { now }): Promise<EndpointChange[]> => {
    await storeMailOutcomes(tx, 'notices', completions, now.toISOString());
    return completions.map(() => null);
  },
);

/** Stores the outcomes of attempts on rows of a queue that goes to a mail server, or to a gateway of SMS. */
export async function storeMailOutcomes(
  tx: Transaction,
  table: 'notices' | 'letters',
  completions: readonly Completion[],
  now: Instant,
): Promise<void> {
  await tx.each(
    setOutcomeIn[table],
    completions.map((completion) => ({
      ...outcomeOf(completion, now),
      failureReason:
        completion.failureReason === null
          ? null
          : storable(completion.failureReason).slice(0, maxMailReasonLength),
    })),
  );
}

function outcomeOf({ id, attempts, verdict, nextAt }: Completion, now: Instant): Outcome {
  const state = verdict === 'delivered' || verdict === 'failed' ? verdict : 'pending';
  return {
    id,
    attempts,
    state,
    nextAt: verdict === 'gone' ? now : nextAt,
    finishedAt: state === 'pending' ? null : now,
  };
}
