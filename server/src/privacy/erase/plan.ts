import { hash } from 'node:crypto';
import { currentVersion } from '../../entries/change/history.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { countRows } from './statements.ts';

export interface ErasurePlan {
  /** The number of rows that hold data, by place. */
  readonly counts: Readonly<Record<string, number>>;
  /** Changes with the plan. The act repeats it, so that only what a plan has shown is erased. */
  readonly digest: string;
}

export async function erasurePlan(read: Queries, entry: EntryRow): Promise<ErasurePlan> {
  const { id: entryId, received_at, restriction } = entry;
  const version = await currentVersion(read, entryId);
  const rows = await read.all(countRows, { entryId });
  const counts = Object.fromEntries(rows.flatMap((one) => (one.rows > 0 ? [[one.place, one.rows]] : [])));
  // Those of an entry change by themselves, and hold nothing that is not in it.
  const { outbox: _, attempts: __, idempotency_keys: ___, ...content } = counts;
  return { counts, digest: digestOf([entryId, received_at, restriction, version, content]) };
}

/** Returns the digest of what a plan has shown. */
export function digestOf(shown: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(shown), 'base64url');
}
