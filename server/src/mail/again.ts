import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

const stateById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('mails').select('state').where('id', '=', p.id),
);
const renewFailed = statement<{ id: number; now: string }>()((db, p) =>
  db
    .updateTable('mails')
    .set({ state: 'pending', attempts: 0, next_at: p.now, finished_at: null, cause: null })
    .where('id', '=', p.id)
    // Of two who ask at once the second finds it on its way: it is sent once.
    .where('state', '=', sql.lit('failed')),
);

/**
 * Sends a mail again that was given up, with the same Message-ID and a whole schedule of attempts: at once, or when mail
 * is on again. Answers `not-given-up` for one that was sent or is on its way, `unknown` when there is no such mail.
 */
export async function sendMailAgain(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<'again' | 'not-given-up' | 'unknown'> {
  if ((await tx.run(renewFailed, { id, now })) === 1) {
    await tx.notify('mail');
    return 'again';
  }
  return (await tx.first(stateById, { id })) === undefined ? 'unknown' : 'not-given-up';
}
