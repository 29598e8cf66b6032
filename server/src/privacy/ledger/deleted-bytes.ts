import { parisDay } from '../../clock.ts';
import type { Database } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';
import { operation } from '../../store/operation.ts';
import { placesOfEntries } from '../erase/statements.ts';
import { countErasures } from './rows.ts';

const name = 'deleted_bytes';

/** The erasures whose bytes have been removed, and when that was tried last. */
interface BytesNote {
  readonly erasures: number;
  readonly day: string;
}

/** Records an attempt to remove the bytes of erased data. */
export const noteDeletedBytes = operation('noteDeletedBytes', (tx, note: BytesNote) =>
  putNote(tx, name, note),
);

/**
 * Removes what the database's files still hold of erased data: once in a night (a day in Paris), when something was erased
 * since the last time. Returns whether it did. `stopping` ends it after a step.
 */
export async function removeErasedBytes(
  database: Database,
  now: Date,
  stopping?: AbortSignal,
): Promise<boolean> {
  const day = parisDay(now);
  const erasures = await countErasures(database.read);
  const last = await readNote<BytesNote>(database.read, name);
  if (erasures === (last?.erasures ?? 0) || last?.day === day) return false;
  if (!(await database.removeDeletedBytes(placesOfEntries, now, stopping))) return false;
  await database.write(noteDeletedBytes, { erasures, day }, now);
  return true;
}
