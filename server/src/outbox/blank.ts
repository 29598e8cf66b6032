import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';

const ofEntry = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('outbox').select(['id', 'body']).where('entry_id', '=', p.entryId),
);
const setBody = statement<{ id: number; body: string }>()((db, p) =>
  db.updateTable('outbox').set({ body: p.body }).where('id', '=', p.id),
);
const forgetAnswers = statement<{ id: number }>()((db, p) =>
  db.updateTable('attempts').set({ answer: '' }).where('outbox_id', '=', p.id),
);

/**
 * Puts `data` in the place of what every earlier event of the entry told: those that are still to be delivered, and
 * those that may be sent again. A receiver may have answered with what it got: its answers go too.
 */
export async function blankEarlier(tx: Transaction, entryId: number, data: object): Promise<void> {
  for (const { id, body } of await tx.all(ofEntry, { entryId })) {
    await tx.run(setBody, { id, body: JSON.stringify({ ...(JSON.parse(body) as object), data }) });
    await tx.run(forgetAnswers, { id });
  }
}
