import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';

/** Rewrites the bodies of an entry's deliveries. */
export async function rewriteBodies(
  tx: Transaction,
  entryId: number,
  rewrite: (body: string, isPending: boolean) => string,
) {
  const deliveries = await tx.all(
    query((db) => db.selectFrom('outbox').select(['id', 'body', 'state']).where('entry_id', '=', entryId)),
  );
  for (const { id, body, state } of deliveries)
    await update(tx, 'outbox', id, { body: rewrite(body, state === 'pending') });
}

/** Marks the deliveries of an entry as blanked: an attempt in flight then writes nothing back. */
export async function markBlanked(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const blanked_at = now.toISOString();
  await tx.run(query((db) => db.updateTable('outbox').set({ blanked_at }).where('entry_id', '=', entryId)));
}
