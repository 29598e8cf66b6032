import { commandLine, recordAudit } from '../access/audit.ts';
import { changeEntry } from '../entries/change/change-entry.ts';
import type { EntryPatch, FieldPatch } from '../entries/change/patch.ts';
import { findAndLockEntry, findEntry } from '../entries/change/row.ts';
import { type EntryState, readState } from '../entries/change/state.ts';
import type { Fields } from '../entries/diff.ts';
import type { Database, Queries } from '../store/database.ts';
import { connect } from '../store/sqlite/connection.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { SqliteQueries } from '../store/sqlite/transactions.ts';
import { byCommand } from './run-operation.ts';

/**
 * Gives entries of a copy of a backup, corrected for their persons since, what the present database says of these persons.
 * Returns the ids of those for which it could not. The schema of the copy must be up to date.
 */
export async function correctAgain(
  { present, copy }: { readonly present: string; readonly copy: string },
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const connection = connect(present);
  const database = await openSqlite({ file: copy, secretKey: '' });
  const left: number[] = [];
  try {
    for (const id of ids) {
      // The present database may be older than this program, and lack columns.
      await correct(database, new SqliteQueries(connection), id).catch(() => left.push(id));
    }
  } finally {
    connection.close();
    await database.close();
  }
  return left;
}

function correct({ transaction, clock }: Database, present: Queries, id: number): Promise<void> {
  return transaction(async (tx) => {
    const [entry, corrected] = [await findAndLockEntry(tx, id), await findEntry(present, id)];
    // Received since, or erased next.
    if (entry === undefined || entry.received_at !== corrected?.received_at) return;
    if (corrected.restriction === 'erased') return;
    const patch = patchTo(await readState(present, corrected), await readState(tx, entry));
    const [at, author] = [clock().toISOString(), commandLine];
    if ((await changeEntry(tx, entry, { at, author, change: 'rectified', patch })) === undefined) return;
    const detail = { act: 'rectified', again: true };
    await recordAudit(tx, { at, ...byCommand, action: 'changed', subject: 'entry', subjectId: id, detail });
  });
}

/** What entries say of persons: all that a rectification corrects but what statistics count. */
function patchTo(corrected: EntryState, before: EntryState): EntryPatch {
  const ofRelations = (name: 'relations' | 'relationExtras') =>
    new Map(
      [...corrected[name]].flatMap(([position, fields]): [number, FieldPatch][] => {
        const known = before[name].get(position);
        return known === undefined ? [] : [[position, replacing(known, fields)]];
      }),
    );
  return {
    comment: corrected.row.comment,
    originalComment: corrected.row.original_comment,
    commentBy: commandLine,
    // A reason stands only in an entry that is asleep, which the copy's may not be.
    ...(before.row.asleep_reason !== null && { asleepReason: corrected.row.asleep_reason }),
    fields: replacing(before.fields, corrected.fields),
    extra: replacing(before.extra, corrected.extra),
    relations: ofRelations('relations'),
    relationExtras: ofRelations('relationExtras'),
    actions: [...corrected.actions.values()]
      .filter(({ position }) => before.actions.has(position))
      .map(({ position, comment, extra }) => ({ position, comment, extra })),
  };
}

/** The patch that makes of the one what the other is. */
const replacing = (before: Fields, after: Fields): FieldPatch => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...after,
});
