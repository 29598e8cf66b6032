import type { Database, Queries, Subject } from './port.ts';

/**
 * Something small and often needed (callers, residences), kept in memory and read again
 * as soon as anybody has changed it, in this process or another.
 */
export interface Snapshot<T> {
  current(): Promise<T>;
  /** As the database has it at this instant, for whom what was known has failed. */
  fresh(): Promise<T>;
}

/** A snapshot of what `load` reads, valid as long as the revision of its subject stays the same. */
export function snapshot<T>(
  database: Database,
  subject: Subject,
  load: (read: Queries) => Promise<T>,
): Snapshot<T> {
  let kept: { readonly revision: number; readonly value: T } | undefined;
  return {
    fresh: () => load(database.read),
    async current() {
      const revision = database.revision(subject);
      if (kept !== undefined && kept.revision === revision) return kept.value;
      const value = await load(database.read);
      // The revision was read first: what changes while loading is loaded again the next time.
      kept = revision === undefined ? undefined : { revision, value };
      return value;
    },
  };
}
