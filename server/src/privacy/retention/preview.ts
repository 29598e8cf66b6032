import { parisDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import type { Instant } from '../../store/tables.ts';
import { findDue, slicesOf } from './due.ts';
import type { RuleName } from './rules.ts';
import { readRules, requireEnough } from './settings.ts';

const oldestShown = 5;

/**
 * Returns what each rule would do now, whether it is confirmed or not; with `change`, what that rule would do if it kept so many
 * days. It reads slice by slice, so that other long reads run in between. Rejects with a `ValidationError` for fewer days than the
 * rule may keep.
 */
export async function previewRetention(
  queries: Queries,
  now: Date,
  change?: { readonly rule: RuleName; readonly days: number },
) {
  const today = parisDay(now);
  const settings = (await readRules(queries, today)).map((setting) => {
    if (setting.rule.name !== change?.rule) return setting;
    requireEnough(setting.rule, change.days);
    return { ...setting, days: change.days, next: null };
  });
  const occasion = { today, settings };
  const shown = settings.filter(({ rule }) => change === undefined || rule.name === change.rule);
  const tallies = new Map(shown.map(({ rule }) => [rule.name, newTally()]));
  for (const table of new Set(shown.map(({ rule }) => rule.table)))
    for (const slice of await slicesOf(queries, table))
      for (const { rule, id, establishmentId, at } of await findDue(queries, table, slice, occasion)) {
        const tally = tallies.get(rule);
        if (tally === undefined) continue;
        tally.due++;
        tally.byEstablishment.set(establishmentId, (tally.byEstablishment.get(establishmentId) ?? 0) + 1);
        keepOldest(tally.oldest, { id, at });
      }
  return [...tallies].map(([name, { byEstablishment, ...tally }]) => ({
    name,
    ...tally,
    byEstablishment: [...byEstablishment].map(([establishmentId, due]) => ({ establishmentId, due })),
  }));
}

interface Row {
  readonly id: number;
  readonly at: Instant;
}

interface Tally {
  due: number;
  readonly byEstablishment: Map<number | null, number>;
  readonly oldest: Row[];
}
const newTally = (): Tally => ({ due: 0, byEstablishment: new Map(), oldest: [] });

function keepOldest(oldest: Row[], row: Row): void {
  if (oldest.length === oldestShown && (oldest.at(-1)?.at ?? '') <= row.at) return;
  oldest.push(row);
  oldest.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id));
  oldest.splice(oldestShown);
}
