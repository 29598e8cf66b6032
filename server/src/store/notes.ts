import type { Queries, Transaction } from './database.ts';
import { statement } from './statement.ts';

const stored = statement<{ name: string }>()((db, p) =>
  db.selectFrom('installation').select('value').where('name', '=', p.name),
);
const put = statement<{ name: string; value: string }>()((db, p) =>
  db
    .insertInto('installation')
    .values({ name: p.name, value: p.value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
);

/** Returns a note about the installation; undefined when there is none. */
export async function readNote<Note>(read: Queries, name: string): Promise<Note | undefined> {
  const found = await read.first(stored, { name });
  return found && (JSON.parse(found.value) as Note);
}

/** Stores a note about the installation, replacing the earlier one of this name. */
export async function putNote(tx: Transaction, name: string, note: object): Promise<void> {
  await tx.run(put, { name, value: JSON.stringify(note) });
}
