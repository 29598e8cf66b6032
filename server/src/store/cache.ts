import type { Database, Queries, Topic } from './database.ts';

/** Something small and often needed (callers, residences), kept in memory. */
export interface Cached<T> {
  /** The value as of now: at once unless a process has changed it. */
  get(): T | Promise<T>;
}

/** Caches what `load` reads, for as long as the revision of its subject stays the same. */
export function cached<T>(
  database: Database,
  subject: Topic,
  load: (read: Queries) => Promise<T>,
): Cached<T> {
  let kept: { readonly revision: number; readonly value: T } | undefined;

  async function reload(revision: number | undefined): Promise<T> {
    const value = await load(database.read);
    // The revision was read first: what changes while loading is loaded again the next time.
    kept = revision === undefined ? undefined : { revision, value };
    return value;
  }

  return {
    get() {
      const revision = database.revision(subject);
      return kept !== undefined && kept.revision === revision ? kept.value : reload(revision);
    },
  };
}
