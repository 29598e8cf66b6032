import { RequestError } from '../../contract/request-error.ts';
import { holdOf } from '../../entries/holds.ts';
import type { Transaction } from '../../store/database.ts';

/** Rejects with HELD when the entry must not be erased. */
export async function refuseHeld(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const hold = await holdOf(tx, entryId, now);
  if (hold === undefined) return;
  const what = hold.kind === 'hold' ? 'a legal hold' : 'a limitation of processing';
  throw new RequestError('HELD', `Entry ${entryId} is under ${what} until ${hold.until}: ${hold.reason}`);
}
