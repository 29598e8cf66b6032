import type { Queries, Transaction } from '../../store/database.ts';
import { putNote, readNote } from '../../store/notes.ts';

/** How often personal data was deleted without an erasure: by retention, or at the end of an erasure. */
const deletionsNote = 'deletions';

/** Records that personal data was deleted: its bytes are removed in the next night. */
export async function noteDeletion(tx: Transaction): Promise<void> {
  await putNote(tx, deletionsNote, { count: (await countDeletions(tx)) + 1 });
}

/** Returns how often {@link noteDeletion} was called. */
export async function countDeletions(read: Queries): Promise<number> {
  return (await readNote<{ readonly count: number }>(read, deletionsNote))?.count ?? 0;
}
