import { sql } from 'kysely';
import { type Actor, auditedOperation, serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { byRequest, takeBackErasure, takeBackLiving } from '../../entries/restriction.ts';
import { chunks } from '../../store/chunks.ts';
import { type Database, DatabaseUnavailable, type Queries } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { erasePending, lockPending } from '../erase/pending.ts';
import { dueAmong } from '../rules/due.ts';
import { readRules } from '../rules/settings.ts';

const perChunk = 200;

interface Pending {
  readonly id: number;
  readonly reason: string;
  readonly dueAt: Instant | null;
}
type Settled = 'erased' | 'taken back' | 'left';

/**
 * Erases one entry whose time to take it back is over; or takes it back itself, when retention has decided it by a rule that
 * does not concern the entry any more. What is held is left.
 */
export const settleErasure = auditedOperation(
  'settleErasure',
  async (tx, { entryId }: { readonly entryId: number }, { record, ...context }): Promise<Settled> => {
    const at = context.now.toISOString();
    const { entry, pending } = await lockPending(tx, entryId);
    const [isLiving] = await living(tx, [{ id: entryId, reason: pending.reason }], context.now);
    if (isLiving !== undefined) {
      const isWritten = (await tx.first(writtenAgain, { ids: [entryId] })) !== undefined;
      const takeBack = isWritten ? takeBackLiving : takeBackErasure;
      await takeBack(tx, entry, { author: serviceAuthor, now: context.now });
      return 'taken back';
    }
    if (pending.due_at > at) return 'left';
    await erasePending(tx, pending, context, pending.reason === byRequest ? record : undefined);
    return 'erased';
  },
);

/**
 * Those whose family has written again since, with the same phone number. Only the newest entry with a number, tests and
 * spam left out, is looked at: a switchboard's is in thousands.
 */
const writtenAgain = statement<{ ids: readonly number[] }>()((db, p, { idIn }) =>
  db
    .selectFrom('pending_erasures as pending')
    .innerJoin('entry_phones as phone', 'phone.entry_id', 'pending.entry_id')
    .innerJoin('entries as newest', (join) =>
      join.on(
        'newest.id',
        '=',
        sql`(select same.entry_id from entry_phones same join entries e on e.id = same.entry_id
          where same.key = ${sql.ref('phone.key')} and e.test = 0 and e.spam = 0
          order by same.entry_id desc limit 1)`,
      ),
    )
    .select('pending.entry_id as id')
    .where(idIn('pending.entry_id', p.ids))
    .whereRef('newest.received_at', '>', 'pending.decided_at'),
);

/** Returns the ids of those that retention has decided to erase and that live: their rule concerns them no more. */
async function living(read: Queries, pending: readonly Omit<Pending, 'dueAt'>[], now: Date) {
  const today = parisDay(now);
  const byRule = Map.groupBy(pending, ({ reason }) => reason);
  byRule.delete(byRequest);
  const settings = byRule.size === 0 ? [] : await readRules(read, today);
  const found: number[] = [];
  for (const [reason, rows] of byRule) {
    const setting = settings.find(({ rule, runs }) => runs && rule.name === reason);
    const ids = rows.map(({ id }) => id);
    const due = setting === undefined ? [] : await dueAmong(read, setting, ids, today, { pending: true });
    const dueIds = new Set(due.map(({ id }) => id));
    for (const { id } of await read.all(writtenAgain, { ids })) dueIds.delete(id);
    found.push(...ids.filter((id) => !dueIds.has(id)));
  }
  return found;
}

interface EraseOptions {
  readonly database: Database;
  readonly now: Date;
  readonly stopping?: AbortSignal | undefined;
  /** Called for an entry that could not be dealt with: the next call tries it again. */
  readonly onFailure: (failure: { readonly id: number; readonly error: unknown }) => void;
}

/**
 * Erases what can't be taken back any more, each entry in a transaction of its own, and takes back what retention has decided
 * of entries that live. To be called every hour; what is stopped goes on with the next call. Returns how many were erased, by
 * `request` or the rule, and how many were taken back.
 */
export async function eraseDue({ database, now, stopping, onFailure }: EraseOptions) {
  const by: Actor = { userId: null, author: serviceAuthor, address: null };
  const erased: Record<string, number> = {};
  let takenBack = 0;
  let after = 0;
  let ready: Pending[] = [];
  const next = async (): Promise<'more' | 'done'> => {
    const one = ready.shift();
    if (one === undefined) {
      const rows = await pendingAfter(database.background, after);
      after = rows.at(-1)?.id ?? after;
      const alive = new Set(await living(database.background, rows, now));
      const at = now.toISOString();
      ready = rows.filter(({ id, dueAt }) => alive.has(id) || (dueAt !== null && dueAt <= at));
      return rows.length === 0 ? 'done' : 'more';
    }
    try {
      const settled = await database.write(settleErasure, { entryId: one.id, by }, now);
      if (settled === 'erased') erased[one.reason] = (erased[one.reason] ?? 0) + 1;
      if (settled === 'taken back') takenBack++;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // It was held, taken back or deleted in between.
      const isSettled = error instanceof RequestError && ['HELD', 'NOTFOUND'].includes(error.code);
      if (!isSettled) onFailure({ id: one.id, error });
    }
    return 'more';
  };
  for await (const state of chunks(next, stopping)) if (state === 'done') break;
  return { erased, takenBack };
}

function pendingAfter(read: Queries, after: number): Promise<Pending[]> {
  return read.all(
    query((db) =>
      db
        .selectFrom('pending_erasures')
        .select(['entry_id as id', 'reason', 'due_at as dueAt'])
        .where('entry_id', '>', after)
        .orderBy('entry_id')
        .limit(perChunk),
    ),
  );
}
