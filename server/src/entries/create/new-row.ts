import type { Transaction } from '../../store/database.ts';
import { type EntryRow, type InsertedColumn, toColumns } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { NewEntry } from '../entry.ts';
import { newestStage } from '../funnel/stage.ts';

/** Returns the columns of a new entry's row, except its id. */
export function newRow(entry: NewEntry): Pick<EntryRow, InsertedColumn> {
  return {
    ...toColumns(entry),
    stage: newestStage(entry.actions),
    advertised: entry.gclid === null ? 0 : 1,
    spam: entry.suspicion === null ? 0 : 1,
  };
}

const insertFileRow = statement<{ entryId: number; name: string; type: string; content: Uint8Array }>()(
  (db, p) =>
    db.insertInto('files').values({ entry_id: p.entryId, name: p.name, type: p.type, content: p.content }),
);

export async function insertFile(tx: Transaction, entryId: number, { file }: NewEntry): Promise<void> {
  if (file !== null) await tx.run(insertFileRow, { entryId, ...file });
}
