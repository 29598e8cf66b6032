import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

const deleteNotifications = statement<{ entryId: number }>()((db, p) =>
  db.deleteFrom('notifications').where('entry_id', '=', p.entryId),
);
const deleteDeferred = statement<{ entryId: number }>()((db, p) =>
  db.deleteFrom('deferred_notifications').where('entry_id', '=', p.entryId),
);
const deletePendingMails = statement<{ entryId: number }>()((db, p) =>
  db.deleteFrom('mails').where('entry_id', '=', p.entryId).where('state', '=', sql.lit('pending')),
);

/** Drops what staff were to be told of an entry by e-mail: it could no longer be shown to them. */
export async function dropNotifications(tx: Transaction, entryId: number): Promise<void> {
  await tx.run(deleteNotifications, { entryId });
  await tx.run(deleteDeferred, { entryId });
  await tx.run(deletePendingMails, { entryId });
}
