import { parisDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import type { Instant } from '../../store/tables.ts';
import { aheadDays, findDue, ruleTables, slicesOf } from './due.ts';
import { ruleNames } from './rules.ts';
import { readRules } from './settings.ts';

const oldestShown = 5;

/** Returns what each rule would do now, whether it is confirmed or not. It reads slice by slice, so that other long reads run in between. */
export async function previewRetention(queries: Queries, now: Date) {
  const occasion = { today: parisDay(now), settings: await readRules(queries), aheadDays };
  const tallies = new Map(ruleNames.map((name) => [name, newTally()]));
  for (const table of ruleTables) {
    for (const slice of await slicesOf(queries, table)) {
      for (const { rule, id, establishmentId, at, due } of await findDue(queries, table, slice, occasion)) {
        const tally = tallies.get(rule);
        if (tally === undefined) continue;
        if (due === 0) {
          tally.next30Days++;
          continue;
        }
        tally.due++;
        tally.byEstablishment.set(establishmentId, (tally.byEstablishment.get(establishmentId) ?? 0) + 1);
        keepOldest(tally.oldest, { id, at });
      }
    }
  }
  return [...tallies].map(([name, { due, byEstablishment, oldest, next30Days }]) => ({
    name,
    due,
    byEstablishment: [...byEstablishment].map(([establishmentId, count]) => ({
      establishmentId,
      due: count,
    })),
    oldest,
    next30Days,
  }));
}

interface Row {
  readonly id: number;
  readonly at: Instant;
}

function newTally() {
  const oldest: Row[] = [];
  return { due: 0, byEstablishment: new Map<number | null, number>(), oldest, next30Days: 0 };
}

function keepOldest(oldest: Row[], row: Row): void {
  if (oldest.length === oldestShown && (oldest.at(-1)?.at ?? '') <= row.at) return;
  oldest.push(row);
  oldest.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id));
  oldest.splice(oldestShown);
}
