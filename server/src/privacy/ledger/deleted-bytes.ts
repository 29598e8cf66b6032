import { parisDay } from '../../clock.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';
import { operation } from '../../store/operation.ts';
import { nightHasBegun } from '../night.ts';
import { allPlaces, personalColumns } from '../places.ts';
import { countErasures } from './rows.ts';

const tables = allPlaces.filter((place) => personalColumns(place).length > 0);

/** How often personal data was deleted without an erasure: by retention, or at the end of an erasure. */
const deletionsNote = 'deletions';
/** The erasures and deletions whose bytes have been removed, and when that was done last. */
const removedNote = 'deleted_bytes';
interface Deletions {
  readonly count: number;
}
interface Removed extends Deletions {
  readonly day: string;
}

/** Records that personal data was deleted: its bytes are removed in the next night. */
export async function noteDeletion(tx: Transaction): Promise<void> {
  await putNote(tx, deletionsNote, { count: (await deletionsBy(tx)) + 1 });
}

async function deletionsBy(read: Queries): Promise<number> {
  return (await readNote<Deletions>(read, deletionsNote))?.count ?? 0;
}

export const noteRemovedBytes = operation('noteRemovedBytes', (tx, removed: Removed) =>
  putNote(tx, removedNote, removed),
);

/**
 * Removes what the database's files still hold of deleted personal data: once in a night, when something was deleted since
 * the last time. Returns whether it did. `stopping` ends it after a step.
 */
export async function removeDeletedBytes(
  database: Database,
  now: Date,
  stopping?: AbortSignal,
): Promise<boolean> {
  const today = parisDay(now);
  const count = (await countErasures(database.read)) + (await deletionsBy(database.read));
  const removed = (await readNote<Removed>(database.read, removedNote)) ?? { count: 0, day: '' };
  if (!nightHasBegun(now) || removed.day === today || removed.count === count) return false;
  if (!(await database.removeDeletedBytes(tables, now, stopping))) return false;
  await database.write(noteRemovedBytes, { count, day: today }, now);
  return true;
}
