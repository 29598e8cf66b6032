import type { Database, Queries, Topic } from './database.ts';

/** A small, frequently read value (callers, residences) kept in memory. */
export interface Cached<T> {
  /** Returns the current value: synchronously unless a process has changed it. */
  get(): T | Promise<T>;
}

/** Caches the result of `load` until the revision of the topic changes. */
export function cached<T>(database: Database, topic: Topic, load: (read: Queries) => Promise<T>): Cached<T> {
  let entry: { readonly revision: number; readonly value: T } | undefined;

  async function reload(revision: number | undefined): Promise<T> {
    const value = await load(database.read);
    // The revision was read before loading, so a change made meanwhile causes a reload at the next call.
    entry = revision === undefined ? undefined : { revision, value };
    return value;
  }

  return {
    get() {
      const revision = database.revision(topic);
      return entry !== undefined && entry.revision === revision ? entry.value : reload(revision);
    },
  };
}
