import type { MonotonicClock } from './clock.ts';
import type { Database, Queries, Transaction } from './store/database.ts';
import { operation } from './store/operation.ts';
import { statement } from './store/statement.ts';
import type { Instant } from './store/tables.ts';

const hourMs = 60 * 60_000;
/** How far the clock may be ahead of the time at which a service last ran, or behind it, without a doubt. */
const mostAheadMs = 24 * hourMs;
const mostBehindMs = hourMs;
/** How long a service must have run by a clock that is doubted before it is believed. */
export const provingMs = 24 * hourMs;
/** What the clock and the process's own time may differ by in an hour. */
const mostDriftMs = 5 * 60_000;

const name = 'clock';

/** What an installation remembers of the time. */
export interface ClockNote {
  /** When a service last ran by a clock that was believed. */
  readonly seen: Instant;
  /** The clock as a service saw it last when it was too far from that, and for how long it has gone on evenly since. */
  readonly doubt?: { readonly at: Instant; readonly provenMs: number };
}

const stored = statement()((db) => db.selectFrom('installation').select('value').where('name', '=', name));
const put = statement<{ value: string }>()((db, p) =>
  db
    .insertInto('installation')
    .values({ name, value: p.value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
);

/** What is remembered of the time; undefined before a service has run. */
export async function clockNote(read: Queries): Promise<ClockNote | undefined> {
  const found = await read.first(stored, {});
  return found === undefined ? undefined : (JSON.parse(found.value) as ClockNote);
}

/** Notes that the clock is right, as an operator says, or a service has found. */
export async function believeClock(tx: Transaction, now: Date): Promise<void> {
  await note(tx, { seen: now.toISOString() });
}

/** Whether the clock is so near to the time that was last seen that it needs no proof. */
export function isNear(seen: Instant, now: Date): boolean {
  const aheadMs = now.getTime() - Date.parse(seen);
  return aheadMs >= -mostBehindMs && aheadMs <= mostAheadMs;
}

/** Whether the clock may be believed, and what is remembered of it. */
export interface ClockVerdict {
  readonly believed: boolean;
  readonly note: ClockNote;
}

/** `provenMs`: for how long this process has seen the clock go on evenly; undefined when it has not looked before. */
export const checkClock = operation(
  'checkClock',
  async (tx, { provenMs }: { readonly provenMs: number | undefined }, { now }): Promise<ClockVerdict> => {
    const known = await clockNote(tx);
    if (known !== undefined && !isNear(known.seen, now)) {
      const proven = provenMs ?? provenBefore(known, now);
      if (proven < provingMs) {
        const doubted = { seen: known.seen, doubt: { at: now.toISOString(), provenMs: proven } };
        await note(tx, doubted);
        return { believed: false, note: doubted };
      }
    }
    await believeClock(tx, now);
    return { believed: true, note: { seen: now.toISOString() } };
  },
);

/**
 * Returns what says whether the clock may be believed: nothing may be deleted for its age by one that has jumped. To be
 * asked regularly. A clock more than a day ahead of the time at which a service last ran, or more than an hour behind it,
 * is doubted until a service has run by it for {@link provingMs} in all.
 */
export function clockCheck(
  database: Database,
  monotonicClock: MonotonicClock,
): (now: Date) => Promise<ClockVerdict> {
  /** When this process last looked and doubted, by both clocks. */
  let last: { readonly atMs: number; readonly elapsedMs: number; readonly provenMs: number } | undefined;
  return async (now) => {
    const elapsedMs = monotonicClock();
    const provenMs = last && provenSince(last, now, elapsedMs);
    const verdict = await database.write(checkClock, { provenMs }, now);
    const { doubt } = verdict.note;
    last = doubt && { atMs: now.getTime(), elapsedMs, provenMs: doubt.provenMs };
    return verdict;
  };
}

/** What a process that has ended has proven, when the clock has gone on from there. */
function provenBefore({ doubt }: ClockNote, now: Date): number {
  return doubt !== undefined && isNear(doubt.at, now) ? doubt.provenMs : 0;
}

function provenSince(
  last: { readonly atMs: number; readonly elapsedMs: number; readonly provenMs: number },
  now: Date,
  elapsedMs: number,
): number {
  const ranMs = elapsedMs - last.elapsedMs;
  const hasJumped = Math.abs(now.getTime() - last.atMs - ranMs) > mostDriftMs;
  return hasJumped ? 0 : last.provenMs + ranMs;
}

async function note(tx: Transaction, value: ClockNote): Promise<void> {
  await tx.run(put, { value: JSON.stringify(value) });
}
