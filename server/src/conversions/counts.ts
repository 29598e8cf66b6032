import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { type Reason, reasons } from './decide.ts';
import type { ConversionSettings } from './settings.ts';
import { withheldConversions } from './withheld.ts';

/** Counts are exact up to this number: counting further would cost more than the rest of the page. */
const maxCounted = 10_000;
/** How many entries are examined to count withheld conversions. */
const maxExamined = 5_000;

/** A count; when it is not exact, there are more. */
export interface Count {
  readonly count: number;
  readonly exact: boolean;
}

const served = statement()((db) =>
  db
    .selectFrom(
      db
        .selectFrom('conversions')
        .select('id')
        .orderBy('first_served_at')
        .limit(sql.lit(maxCounted + 1))
        .as('served'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n')),
);
const retracted = statement()((db) =>
  db
    .selectFrom(
      db
        .selectFrom('conversions')
        .select('id')
        .where('retracted_at', 'is not', null)
        .limit(sql.lit(maxCounted + 1))
        .as('retracted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Counts the conversions that were served, those of them that were retracted, and those withheld, by reason. */
export async function countConversions(read: Queries, settings: ConversionSettings, now: Date) {
  return {
    served: capped((await read.first(served, {}))?.n),
    retracted: capped((await read.first(retracted, {}))?.n),
    withheld: await countWithheld(read, settings, now),
  };
}

function capped(n: number | undefined): Count {
  const count = Number(n ?? 0);
  return { count: Math.min(count, maxCounted), exact: count <= maxCounted };
}

async function countWithheld(read: Queries, settings: ConversionSettings, now: Date) {
  const byReason = new Map<Reason, number>();
  let examined = 0;
  for await (const { withheld } of withheldConversions(read, settings, { now })) {
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
