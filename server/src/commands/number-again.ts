import { noteDeletion } from '../privacy/records/deletions.ts';
import { numberUser } from '../privacy/retention/disabled-users.ts';
import { update } from '../store/rows.ts';
import { openSqlite } from '../store/sqlite/open.ts';

/** A user whom a request has made a number. */
export interface NumberedUser {
  readonly id: number;
  /** When they were disabled, which had to come first. */
  readonly disabledAt: string;
}

export async function numberAgain(copy: string, users: readonly NumberedUser[]): Promise<void> {
  if (users.length === 0) return;
  const database = await openSqlite({ file: copy, secretKey: '' });
  try {
    for (const { id, disabledAt } of users) {
      while (!(await database.transaction((tx) => numberUser(tx, id)))) {
        // A slice of their lines in the audit trail is done.
      }
      await database.transaction(async (tx) => {
        await update(tx, 'users', id, { disabled_at: disabledAt });
        await noteDeletion(tx);
      });
    }
  } finally {
    await database.close();
  }
}
