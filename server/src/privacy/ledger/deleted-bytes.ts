import { parisDay } from '../../clock.ts';
import type { Database } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';
import { operation } from '../../store/operation.ts';
import { nightHasBegun } from '../night.ts';
import { allPlaces, personalColumns } from '../places.ts';
import { countDeletions } from '../records/deletions.ts';
import { countErasures } from './rows.ts';

const tables = allPlaces.filter((place) => personalColumns(place).length > 0);

/** The erasures and deletions whose bytes have been removed, and when that was done last. */
const removedNote = 'deleted_bytes';
interface Removed {
  readonly count: number;
  readonly day: string;
}

export const noteRemovedBytes = operation('noteRemovedBytes', (tx, removed: Removed) =>
  putNote(tx, removedNote, removed),
);

/**
 * Removes what the database's files still hold of deleted personal data: once in a night, when something was deleted since
 * the last time. Returns whether it did. `stopping` ends it after a step.
 */
export async function removeDeletedBytes(database: Database, now: Date, stopping?: AbortSignal) {
  const today = parisDay(now);
  const count = (await countErasures(database.read)) + (await countDeletions(database.read));
  const removed = (await readNote<Removed>(database.read, removedNote)) ?? { count: 0, day: '' };
  if (!nightHasBegun(now) || removed.day === today || removed.count === count) return false;
  if (!(await database.removeDeletedBytes(tables, now, stopping))) return false;
  await database.write(noteRemovedBytes, { count, day: today }, now);
  return true;
}
