import { hourMs, type MonotonicClock } from './clock.ts';
import type { Database, Queries, Transaction } from './store/database.ts';
import { putNote, readNote } from './store/notes.ts';
import { operation } from './store/operation.ts';
import type { Instant } from './store/tables.ts';

/** How far the clock may be ahead of the time at which a service last ran, or behind it, before it is doubted. */
const maxAheadMs = 24 * hourMs;
const maxBehindMs = hourMs;
/** How long a service must run with a doubted clock before the clock is trusted again. */
export const probationMs = 24 * hourMs;
/** The allowed difference between the clock and the monotonic clock in an hour. */
const maxDriftMs = 5 * 60_000;

const name = 'clock';

/** The stored state of the clock check. */
interface ClockNote {
  /** When a service last ran with a trusted clock. */
  readonly seen: Instant;
  /** Set while the clock is doubted: its last reading, and for how long it has run steadily. */
  readonly doubt?: { readonly at: Instant; readonly provenMs: number };
}

/** Returns the stored state; undefined before a service has run. */
export function clockNote(read: Queries): Promise<ClockNote | undefined> {
  return readNote(read, name);
}

/** Records that the clock is right, as confirmed by an operator or found by a service. */
export async function trustClock(tx: Transaction, now: Date): Promise<void> {
  await putNote(tx, name, { seen: now.toISOString() } satisfies ClockNote);
}

/** Whether the clock is close enough to the last trusted time to be trusted at once. */
export function isNear(seen: Instant, now: Date): boolean {
  const aheadMs = now.getTime() - Date.parse(seen);
  return aheadMs >= -maxBehindMs && aheadMs <= maxAheadMs;
}

/** Whether the clock may be trusted, and the stored state. */
interface ClockVerdict {
  readonly trusted: boolean;
  readonly note: ClockNote;
}

/** `provenMs`: for how long this process has seen the clock run steadily; undefined at its first check. */
export const checkClock = operation(
  'checkClock',
  async (tx, { provenMs }: { readonly provenMs: number | undefined }, { now }): Promise<ClockVerdict> => {
    const known = await clockNote(tx);
    if (known !== undefined && !isNear(known.seen, now)) {
      const proven = provenMs ?? provenBefore(known, now);
      if (proven < probationMs) {
        const doubted = { seen: known.seen, doubt: { at: now.toISOString(), provenMs: proven } };
        await putNote(tx, name, doubted);
        return { trusted: false, note: doubted };
      }
    }
    await trustClock(tx, now);
    return { trusted: true, note: { seen: now.toISOString() } };
  },
);

/** When a check was made, by both clocks, and the time proven until then. */
interface Check {
  readonly atMs: number;
  readonly elapsedMs: number;
  readonly provenMs: number;
}

/**
 * Returns a function that tells whether the clock may be trusted, to be called regularly: with a clock that has jumped,
 * nothing may be deleted for its age. A clock more than a day ahead of the time at which a service last ran, or more than
 * an hour behind it, is doubted until services have run with it for {@link probationMs} in total.
 */
export function clockCheck(
  database: Database,
  monotonicClock: MonotonicClock,
): (now: Date) => Promise<ClockVerdict> {
  /** This process's last check that doubted the clock. */
  let last: Check | undefined;
  return async (now) => {
    const elapsedMs = monotonicClock();
    const provenMs = last && provenSince(last, now, elapsedMs);
    const verdict = await database.write(checkClock, { provenMs }, now);
    const { doubt } = verdict.note;
    last = doubt && { atMs: now.getTime(), elapsedMs, provenMs: doubt.provenMs };
    return verdict;
  };
}

/** The time proven by earlier processes, if the clock has continued from there. */
function provenBefore({ doubt }: ClockNote, now: Date): number {
  return doubt !== undefined && isNear(doubt.at, now) ? doubt.provenMs : 0;
}

function provenSince(last: Check, now: Date, elapsedMs: number): number {
  const ranMs = elapsedMs - last.elapsedMs;
  const hasJumped = Math.abs(now.getTime() - last.atMs - ranMs) > maxDriftMs;
  return hasJumped ? 0 : last.provenMs + ranMs;
}
