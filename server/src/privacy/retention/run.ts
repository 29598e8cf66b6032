import { sql } from 'kysely';
import { serviceAuthor } from '../../access/audit.ts';
import { type Clock, parisDay } from '../../clock.ts';
import { expireNumbers } from '../../entries/erased-numbers.ts';
import { chunks, sliceMs } from '../../store/chunks.ts';
import {
  type Database,
  DatabaseUnavailable,
  type OperationContext,
  type Queries,
  type Transaction,
} from '../../store/database.ts';
import { lockName } from '../../store/locks.ts';
import { operation } from '../../store/operation.ts';
import { insert, update } from '../../store/rows.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { decideErasure } from '../erase/erasure.ts';
import { nightHasBegun } from '../night.ts';
import { noteDeletion } from '../records/deletions.ts';
import { keepRecipients } from '../records/recipients.ts';
import { type DueRow, dueAmong, findDue, type RuleTable, ruleTables, slicesOf } from '../rules/due.ts';
import { type RuleSetting, readRules } from '../rules/rule-settings.ts';
import type { Rule, RuleName } from '../rules/rules.ts';
import { blankPart } from './blank.ts';
import { numberUser } from './disabled-users.ts';

const lock = 'retention';

/**
 * The counts of a run as they are stored: what each rule has done, where it has done something, and to how many rows a rule
 * could not be applied.
 */
type RunCounts = Readonly<Partial<Record<RuleName, number>>> & { readonly failed?: number };
type RetentionRun = NonNullable<Awaited<ReturnType<typeof lastRun>>>;

/** Returns the newest run; undefined when there was none. It has not finished while it runs, and when it was stopped. */
export async function lastRun(queries: Queries) {
  const row = await queries.first(
    query((db) =>
      db
        .selectFrom('retention_runs')
        .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'counts'])
        .orderBy('id', 'desc')
        .limit(1),
    ),
  );
  if (row === undefined) return undefined;
  const { failed = 0, ...counts }: RunCounts = JSON.parse(row.counts);
  return { ...row, counts, failed };
}

interface OpenRun {
  readonly runId: number;
  /** The day in Europe/Paris for which it began: it stays when the run goes on after midnight. */
  readonly today: string;
}

/** Begins a run, or goes on with the one of the same day that was stopped. Returns undefined when that one has finished. */
export const beginRetention = operation(
  'beginRetention',
  async (tx, _: null, { now }): Promise<OpenRun | undefined> => {
    await lockName(tx, lock);
    const today = parisDay(now);
    const last = await lastRun(tx);
    if (last !== undefined && parisDay(new Date(last.startedAt)) === today)
      return last.finishedAt === null ? { runId: last.id, today } : undefined;
    const runId = await insert(tx, 'retention_runs', { started_at: now.toISOString(), counts: '{}' });
    return { runId, today };
  },
);

export const finishRetention = operation(
  'finishRetention',
  async (tx, { runId }: Pick<OpenRun, 'runId'>, { now }) => {
    await expireNumbers(tx, now);
    const finished_at = now.toISOString();
    await tx.run(
      query((db) =>
        db
          .updateTable('retention_runs')
          .set({ finished_at })
          .where('id', '=', runId)
          .where('finished_at', 'is', null),
      ),
    );
    const run = await lastRun(tx);
    if (Object.values(run?.counts ?? {}).some((count) => count > 0)) await noteDeletion(tx);
    return run;
  },
);

interface Application extends OpenRun {
  readonly rule: RuleName;
  readonly ids: readonly number[];
}

/**
 * Applies a rule to those of these rows that it still concerns, in the order given, until the slice's time is over. Returns
 * how many of them it has dealt with.
 */
export const applyRetention = operation(
  'applyRetention',
  async (tx, { runId, today, rule: name, ids }: Application, context) => {
    await lockName(tx, lock);
    const started = performance.now();
    const setting = await runningRule(tx, name, today);
    if (setting === undefined) return ids.length;
    const { rule } = setting;
    // Otherwise another transaction could make one of them younger after it was found due.
    if (rule.table === 'entries')
      await tx.all(
        query((db, { forUpdate, idIn }) =>
          forUpdate(
            db
              .selectFrom('entries')
              .select('id')
              .where(idIn('id', bind(ids)))
              .orderBy('id'),
          ),
        ),
      );
    const due = new Set((await dueAmong(tx, setting, ids, today)).map(({ id }) => id));
    let dealtWith = 0;
    let done = 0;
    if (rule.act.kind === 'delete') {
      dealtWith = ids.length;
      done = await deleteRows(tx, rule.table, [...due], context.now);
    } else {
      for (const id of ids) {
        if (dealtWith > 0 && performance.now() - started > sliceMs) break;
        const state = due.has(id) ? await applyToOne(tx, rule, id, context) : 'left';
        if (state === 'unfinished') break;
        dealtWith++;
        if (state === 'done') done++;
      }
    }
    await addCount(tx, runId, name, done);
    return dealtWith;
  },
);

/** Hides an entry that is to be erased. Returns `left` for one that may not be erased, and `unfinished` for a user that the next slice goes on with. */
async function applyToOne(tx: Transaction, rule: Rule, id: number, context: OperationContext) {
  if (rule.act.kind === 'blank') {
    await blankPart(tx, id, { ...rule.act, names: rule.names }, context.now);
    return 'done';
  }
  if (rule.act.kind === 'number') return (await numberUser(tx, id)) ? 'done' : 'unfinished';
  const decision = { entry_id: id, reason: rule.name, request_id: null, digest: null };
  const by = { decided_by: serviceAuthor };
  return (await decideErasure(tx, { ...decision, ...by }, context)) === 'pending' ? 'done' : 'left';
}

async function deleteRows(tx: Transaction, table: RuleTable, ids: readonly number[], now: Date) {
  if (ids.length === 0) return 0;
  const listed = bind(ids);
  if (table === 'outbox') {
    const entries = await tx.all(
      dynamicStatement(
        (_, { idIn }) => sql<{ id: number }>`
          select distinct entry_id as id from outbox where ${idIn('id', listed)} and entry_id is not null`,
      ),
    );
    const entryIds = entries.map(({ id }) => id);
    await keepRecipients(tx, entryIds, now);
  }
  return tx.run(
    dynamicStatement((_, { idIn }) => sql`delete from ${sql.table(table)} where ${idIn('id', listed)}`),
  );
}

async function runningRule(tx: Transaction, name: RuleName, today: Day): Promise<RuleSetting | undefined> {
  return (await readRules(tx, today)).find(({ rule, runs }) => runs && rule.name === name);
}

async function addCount(tx: Transaction, runId: number, what: keyof RunCounts, more: number): Promise<void> {
  if (more === 0) return;
  const row = await tx.first(
    query((db) => db.selectFrom('retention_runs').select('counts').where('id', '=', runId)),
  );
  if (row === undefined) throw new Error(`There is no run ${runId}`);
  const counts: RunCounts = JSON.parse(row.counts);
  const added = JSON.stringify({ ...counts, [what]: (counts[what] ?? 0) + more });
  await update(tx, 'retention_runs', runId, { counts: added });
}

/** Counts a row to which a rule could not be applied. */
export const noteFailedRow = operation('noteFailedRow', (tx, { runId }: Pick<OpenRun, 'runId'>) =>
  addCount(tx, runId, 'failed', 1),
);

/** How many rows are handed to a slice, which ends by time: all of them are locked, so hardly more than it can deal with. */
const fewestRows = 10;
const mostRows = 200;

interface RetentionOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Called for a row to which a rule could not be applied: the run goes on with the others. */
  readonly onFailure: (failure: {
    readonly rule: RuleName;
    readonly id: number;
    readonly error: unknown;
  }) => void;
}

/** Applies the rules once a day, from half past two on. To be called every hour. Returns undefined when it did nothing. */
export async function nightlyRetention(options: RetentionOptions, stopping: AbortSignal) {
  if (!nightHasBegun(options.clock())) return undefined;
  return runRetention(options, stopping);
}

/**
 * Applies all rules that run, in slices with pauses. What is stopped at any slice goes
 * on with the next call of that day. Several processes at once do no harm: their slices run one at a time, and each looks
 * again at what is due. Returns undefined when it was stopped, or has run today.
 */
export async function runRetention(
  options: RetentionOptions,
  stopping: AbortSignal,
): Promise<RetentionRun | undefined> {
  const { database, clock } = options;
  const run = await database.write(beginRetention, null, clock());
  if (run === undefined) return undefined;
  const settings = await readRules(database.background, run.today);
  const running = new Set(settings.filter(({ runs }) => runs).map(({ rule }) => rule.name));
  const occasion = { today: run.today, settings };
  for (const table of ruleTables) {
    const slices = await slicesOf(database.background, table);
    const reading = chunks(async () => {
      const slice = slices.shift();
      return slice && findDue(database.background, table, slice, occasion);
    }, stopping);
    for await (const found of reading) {
      if (found === undefined) break;
      const byRule = Map.groupBy(
        found.filter(({ rule }) => running.has(rule)),
        ({ rule }) => rule,
      );
      for (const [rule, rows] of byRule) await apply(options, stopping, run, rule, rows);
    }
    if (stopping.aborted) return undefined;
  }
  return database.write(finishRetention, run, clock());
}

async function apply(
  { database, clock, onFailure }: RetentionOptions,
  stopping: AbortSignal,
  run: OpenRun,
  rule: RuleName,
  rows: readonly DueRow[],
): Promise<void> {
  let ids = rows.map(({ id }) => id);
  let size = mostRows;
  const write = (some: readonly number[]) =>
    database.write(applyRetention, { ...run, rule, ids: some }, clock());
  const slice = async (): Promise<number> => {
    try {
      return await write(ids.slice(0, size));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
    }
    // One of them can't be dealt with: the first is tried alone, then the others.
    const [id = 0] = ids;
    try {
      return await write([id]);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      onFailure({ rule, id, error });
      await database.write(noteFailedRow, run, clock());
      return 1;
    }
  };
  if (ids.length === 0 || stopping.aborted) return;
  for await (const dealtWith of chunks(slice, stopping)) {
    ids = ids.slice(dealtWith);
    size = Math.min(mostRows, Math.max(fewestRows, 2 * dealtWith));
    if (ids.length === 0) break;
  }
}
