import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

const bodiesOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('outbox').select(['id', 'body']).where('entry_id', '=', p.entryId),
);
const setBody = statement<{ id: number; body: string }>()((db, p) =>
  db.updateTable('outbox').set({ body: p.body }).where('id', '=', p.id),
);
const setBlanked = statement<{ entryId: number; now: string }>()((db, p) =>
  db.updateTable('outbox').set({ blanked_at: p.now }).where('entry_id', '=', p.entryId),
);

/** Rewrites the bodies of an entry's deliveries. */
export async function rewriteBodies(
  tx: Transaction,
  entryId: number,
  rewrite: (body: string) => string,
): Promise<void> {
  const rewritten = (await tx.all(bodiesOf, { entryId })).map(({ id, body }) => ({
    id,
    body: rewrite(body),
  }));
  await tx.each(setBody, rewritten);
}

/** Marks the deliveries of an entry as blanked: an attempt in flight then writes nothing back. */
export async function markBlanked(tx: Transaction, entryId: number, now: Date): Promise<void> {
  await tx.run(setBlanked, { entryId, now: now.toISOString() });
}
