import { setImmediate } from 'node:timers/promises';
import type { Queries } from '../store/database.ts';
import { candidatesFrom, cursorAt } from './candidates.ts';
import { decide, type Withheld } from './decide.ts';
import type { ExportOptions } from './due.ts';
import { type Cursor, cursorAfter, daysBefore } from './keyset.ts';
import type { ConversionSettings } from './settings.ts';

/** How far back withheld conversions are listed: as long as entries keep their click identifier. */
export const withheldDays = 150;
const newest: Cursor = { instant: '9999-12-31T23:59:59.999Z', id: Number.MAX_SAFE_INTEGER };

/** Yields the withheld conversions of each entry with its cursor, newest entry first. */
export async function* withheldConversions(
  read: Queries,
  settings: ConversionSettings,
  { now, since = '', contentKey }: ExportOptions & { readonly contentKey: string },
  from: Cursor = newest,
): AsyncGenerator<{ readonly cursor: Cursor; readonly withheld: readonly Withheld[] }> {
  const oldest = daysBefore(now, withheldDays);
  let cursor = from;
  for (;;) {
    const entries = await candidatesFrom(read, cursor, 'newest first', contentKey);
    for (const entry of entries) {
      if (entry.receivedAt < oldest) return;
      const { withheld } = decide(entry, settings, now);
      yield { cursor: cursorAt(entry), withheld: withheld.filter(({ at }) => at >= since) };
    }
    const next = cursorAfter(entries, cursorAt);
    if (next === undefined) return;
    cursor = next;
    await setImmediate();
  }
}
