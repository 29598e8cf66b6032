import type { Clock } from '../../clock.ts';
import { chunks } from '../../store/chunks.ts';
import { type Database, DatabaseUnavailable } from '../../store/database.ts';
import { nightHasBegun } from '../night.ts';
import { type DueRow, findDue, ruleTables, slicesOf } from './due.ts';
import {
  applyRetention,
  beginRetention,
  finishRetention,
  noteFailedRow,
  type OpenRun,
  type RetentionRun,
} from './operations.ts';
import type { RuleName } from './rules.ts';
import { readRules } from './settings.ts';

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
