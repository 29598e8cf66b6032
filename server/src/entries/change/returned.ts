import { hasReturned } from '../../outbox/letters.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

const linesOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'author', 'change'])
    .where('entry_id', '=', p.entryId)
    .orderBy('id', 'desc'),
);
const detailOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('history').select('detail').where('id', '=', p.id),
);

/**
 * Whether an entry is flagged for nothing but messages that came back, of which none is left: it was not flagged before, and
 * since then neither a partner has written, nor has a message failed, nor was the entry united with another.
 */
export async function isFlaggedByReturns(read: Queries, entryId: number): Promise<boolean> {
  if (await hasReturned(read, entryId)) return false;
  for (const { id, author, change } of await read.all(linesOf, { entryId })) {
    if (author.startsWith('partner:') || change === 'united') return false;
    if (change !== 'written') continue;
    const { sent = {}, flagged = false }: { sent?: object; flagged?: boolean } = JSON.parse(
      (await read.first(detailOf, { id }))?.detail ?? '{}',
    );
    if (flagged) return true;
    if ('failed' in sent) return false;
  }
  return false;
}
