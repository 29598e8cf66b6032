import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { countRows } from '../store/keyset.ts';
import { candidatesFrom, cursorAt } from './candidates.ts';
import { decide, type Reason, reasons, windowDays } from './decide.ts';
import { type Cursor, cursorAfter, daysBefore } from './keyset.ts';
import type { ConversionSettings } from './settings.ts';
import { withheldConversions } from './withheld.ts';

/** Counts are exact up to this number: counting further would cost more than the rest of the page. */
const maxCounted = 10_000;
/** How many entries are examined to count what is ready, and what is withheld. */
const maxExamined = 5_000;

interface CountedAs {
  readonly now: Date;
  /** As in secrets.ts. */
  readonly contentKey: string;
}

/** Counts the conversions that a file would hold now, those that were served, those of them that were retracted, and those withheld, by reason. */
export async function countConversions(read: Queries, settings: ConversionSettings, as: CountedAs) {
  return {
    ready: await countReady(read, settings, as),
    served: await countServed(read, []),
    retracted: await countServed(read, [sql`retracted_at is not null`]),
    withheld: await countWithheld(read, settings, as),
  };
}

/** Counts the lines of a file fetched now, and how many of them would be served for the first time. */
async function countReady(read: Queries, settings: ConversionSettings, { now, contentKey }: CountedAs) {
  let cursor: Cursor | undefined = { instant: daysBefore(now, windowDays), id: 0 };
  let [count, unserved, examined] = [0, 0, 0];
  while (cursor !== undefined && examined < maxExamined) {
    const entries = await candidatesFrom(read, cursor, 'oldest first', contentKey);
    for (const entry of entries) {
      const { due } = decide(entry, settings, now);
      count += due.length;
      unserved += due.filter(({ milestone }) => !entry.served.has(milestone)).length;
    }
    examined += entries.length;
    cursor = cursorAfter(entries, cursorAt);
    await setImmediate();
  }
  return { count, unserved, exact: cursor === undefined };
}

async function countServed(read: Queries, conditions: readonly RawBuilder<unknown>[]) {
  const count = Number(await countRows(read, { from: sql`conversions`, conditions }, maxCounted + 1));
  return { count: Math.min(count, maxCounted), exact: count <= maxCounted };
}

async function countWithheld(read: Queries, settings: ConversionSettings, as: CountedAs) {
  const byReason = new Map<Reason, number>();
  let examined = 0;
  for await (const { withheld } of withheldConversions(read, settings, as)) {
    for (const { reason } of withheld) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
    examined++;
    if (examined === maxExamined) break;
  }
  return {
    count: [...byReason.values()].reduce((sum, n) => sum + n, 0),
    exact: examined < maxExamined,
    reasons: reasons.flatMap((reason) => {
      const count = byReason.get(reason);
      return count === undefined ? [] : [{ reason, count }];
    }),
  };
}
