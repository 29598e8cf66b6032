import { hash } from 'node:crypto';
import { currentVersion } from '../../entries/change/history.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Place } from '../places.ts';
import { countRows } from './statements.ts';

/** What an erasure of an entry would do. */
export interface ErasurePlan {
  readonly entryId: number;
  /** The number of rows that hold data of the entry, by place. */
  readonly counts: Readonly<Partial<Record<Place, number>>>;
  /** Changes with the plan. The act repeats it, so that only what a plan has shown is erased. */
  readonly digest: string;
}

/** Counts what the erasure of this entry would blank or delete. */
export async function planErasure(
  queries: Queries,
  { id: entryId, received_at, restriction }: Pick<EntryRow, 'id' | 'received_at' | 'restriction'>,
): Promise<ErasurePlan> {
  const found = await queries.all(countRows, { entryId });
  const counts = Object.fromEntries(found.flatMap(({ place, rows }) => (rows > 0 ? [[place, rows]] : [])));
  const version = await currentVersion(queries, entryId);
  const digest = hash(
    'sha256',
    JSON.stringify([entryId, received_at, restriction, version, counts]),
    'base64url',
  );
  return { entryId, counts, digest };
}
