import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import { rawStatement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

/** An attempt that has ended, and what follows from it. */
export interface MailCompletion {
  readonly id: number;
  /** `retry`: at `nextAt`. `failed`: it is given up. */
  readonly verdict: 'sent' | 'retry' | 'failed';
  readonly nextAt: Instant | null;
  readonly cause: string | null;
}

/** What a server answers may be as long as it likes. */
const longestCause = 500;

const setOutcome = rawStatement<
  {
    id: number;
    state: 'pending' | 'sent' | 'failed';
    nextAt: string | null;
    finishedAt: string | null;
    cause: string | null;
  },
  unknown
>(
  // One that was sent stays so, whatever another process that had it too has to say.
  (p) => sql`
update mails set attempts = attempts + 1, state = ${p.state}, next_at = ${p.nextAt}, finished_at = ${p.finishedAt},
  cause = ${p.cause}
where id = ${p.id} and (state = 'pending' or (state = 'failed' and ${p.state} = 'sent'))`,
);

/** Records what became of an attempt to send a mail. */
export const completeMail = operation(
  'completeMail',
  async (tx, { id, verdict, nextAt, cause }: MailCompletion, { now }) => {
    const state = verdict === 'retry' ? 'pending' : verdict;
    await tx.run(setOutcome, {
      id,
      state,
      nextAt,
      finishedAt: state === 'pending' ? null : now.toISOString(),
      // PostgreSQL takes no NUL.
      cause: cause?.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, longestCause) ?? null,
    });
  },
);
