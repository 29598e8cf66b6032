import { type Actor, serviceAuthor } from '../../access/audit.ts';
import { RequestError } from '../../contract/request-error.ts';
import { chunks, deleteInOrder } from '../../store/chunks.ts';
import { type Database, DatabaseUnavailable, type Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { finishErasures, settleErasure } from './erasure.ts';
import { living } from './living.ts';

const perChunk = 200;

interface Pending {
  readonly id: number;
  readonly reason: string;
  readonly dueAt: Instant | null;
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

/** Finishes with the erased entries that are due, in chunks of one transaction each. Returns how many. */
export function expireErasures(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  return deleteInOrder((after) => database.write(finishErasures, after, now), stopping);
}
