import { hasReturned } from '../../outbox/letters.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

const linesOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where((line) =>
      line.or([line('change', 'in', ['written', 'united']), line('author', 'like', 'partner:%')]),
    )
    .orderBy('id', 'desc'),
);

/**
 * Whether an entry is flagged for nothing but messages that came back, of which none is left: it was not flagged before, and
 * since then neither a partner has written, nor has a message failed, nor was the entry united with another.
 */
export async function isFlaggedByReturns(read: Queries, entryId: number): Promise<boolean> {
  if (await hasReturned(read, entryId)) return false;
  for (const { change, detail } of await read.all(linesOf, { entryId })) {
    // Also what a partner has written: its lines have other names.
    if (change !== 'written') return false;
    const { sent = {}, flagged = false }: { sent?: object; flagged?: boolean } = JSON.parse(detail);
    if (flagged) return true;
    if ('failed' in sent) return false;
  }
  return false;
}
