import type { Transaction } from '../src/database/port.ts';
import { createOnce, type WrittenDown } from '../src/entries/by-hand.ts';
import type { Staff } from '../src/entries/staff-acts.ts';

/** Stores an entry that staff write down. Returns its id. */
export async function createByHand(tx: Transaction, staff: Staff, written: WrittenDown): Promise<number> {
  const outcome = await createOnce(tx, staff, written, []);
  if (outcome.state !== 'created') throw new Error('An entry without a receipt is always new');
  return outcome.id;
}
