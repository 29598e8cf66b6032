import { parisDay } from '../../clock.ts';
import type { Database } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';
import { operation } from '../../store/operation.ts';
import { nightHasBegun } from '../night.ts';
import { allPlaces, personalColumns } from '../places.ts';
import { countErasures } from './rows.ts';

const name = 'deleted_bytes';
const tables = allPlaces.filter((place) => personalColumns(place).length > 0);

/** The erasures whose bytes have been removed, and when that was tried last. */
interface BytesNote {
  readonly erasures: number;
  readonly day: string;
}

/** Records an attempt to remove the bytes of erased data. */
export const noteDeletedBytes = operation('noteDeletedBytes', (tx, note: BytesNote) =>
  putNote(tx, name, note),
);

/** Not a number of erasures: something else was deleted, and its bytes are to be removed. */
const unknown = -1;

/**
 * Removes what the database's files still hold of erased data: once in a night, when something was erased since the last
 * time, or when `hasDeleted` says that other personal data was deleted. Returns whether it did. `stopping` ends it after a
 * step.
 */
export async function removeErasedBytes(
  database: Database,
  now: Date,
  hasDeleted: boolean,
  stopping?: AbortSignal,
): Promise<boolean> {
  const today = parisDay(now);
  const { erasures: done, day } = (await readNote<BytesNote>(database.read, name)) ?? {
    erasures: 0,
    day: '',
  };
  if (hasDeleted && done !== unknown) await database.write(noteDeletedBytes, { erasures: unknown, day }, now);
  const erasures = await countErasures(database.read);
  if (!nightHasBegun(now) || day === today) return false;
  if (erasures === done && !hasDeleted) return false;
  if (!(await database.removeDeletedBytes(tables, now, stopping))) return false;
  await database.write(noteDeletedBytes, { erasures, day: today }, now);
  return true;
}
