import { sql } from 'kysely';
import { chunks } from '../chunks.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { operation } from '../operation.ts';
import { rawStatement, type Statement } from '../statement.ts';

/** Pages of the word index that one step rewrites: a few milliseconds. */
const pagesPerStep = 64;
/** Pages that the last checkpoint may have left to copy: it blocks writes meanwhile. */
const maxRemainingPages = 1_000;
const maxCheckpoints = 100;

type None = Record<never, never>;

const merge = rawStatement<{ pages: number }, unknown>(
  (p) => sql`insert into entry_words (entry_words, rank) values ('merge', ${p.pages})`,
);
const changes = rawStatement<None, { total: number }>(() => sql`select total_changes() as total`);

/**
 * Rewrites some pages of the word index, which otherwise keeps the words of deleted entries. `isFirst` also takes in the
 * parts that the index would leave alone. Returns whether there was anything to do.
 */
export const mergeWords = operation('mergeWords', async (tx, { isFirst }: { readonly isFirst: boolean }) => {
  const before = await tx.first(changes);
  await tx.run(merge, { pages: isFirst ? -pagesPerStep : pagesPerStep });
  const after = await tx.first(changes);
  // As FTS5 documents: the command itself counts as one change.
  return (after?.total ?? 0) - (before?.total ?? 0) > 1;
});

/** A file of this size is rewritten within a second, in which creations wait as for any other process's lock. */
const maxRewrittenBytes = 64 * 1024 * 1024;
const maxRewrites = 100;

const pageCount = rawStatement<None, { page_count: number }>(() => sql`pragma page_count`);
const pageSize = rawStatement<None, { page_size: number }>(() => sql`pragma page_size`);
// In memory, because a temporary file would hold everything once more.
const beforeRewriting = [
  rawStatement<None, unknown>(() => sql`pragma temp_store = memory`),
  rawStatement<None, unknown>(() => sql`pragma query_only = off`),
];
const vacuum = rawStatement<None, unknown>(() => sql`vacuum`);
const readOnly = rawStatement<None, unknown>(() => sql`pragma query_only = on`);

/**
 * Rewrites a small file: when a page is split, its unused middle keeps a copy of rows, which `secure_delete` does not reach.
 * Runs in the reader thread. Returns whether that is done; false when somebody else was writing.
 */
async function rewrite(background: Database['background']): Promise<boolean> {
  const [counted] = await background.all(pageCount);
  const [sized] = await background.all(pageSize);
  if (!counted || !sized || counted.page_count * sized.page_size > maxRewrittenBytes) return true;
  for (const pragma of beforeRewriting) await background.all(pragma);
  try {
    await background.all(vacuum);
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  } finally {
    await background.all(readOnly);
  }
}

interface Checkpoint {
  /** 1 when a reader or a writer was in the way. */
  readonly busy: number;
  /** Pages in the WAL, and how many of them are in the database file. */
  readonly log: number;
  readonly checkpointed: number;
}

const passive = rawStatement<None, Checkpoint>(() => sql`pragma wal_checkpoint(passive)`);
const truncate = rawStatement<None, Checkpoint>(() => sql`pragma wal_checkpoint(truncate)`);

/**
 * Removes deleted words from the word index, rewrites a small file, then empties the WAL. The bytes of other tables are overwritten when a value
 * is deleted (`secure_delete`). Resolves to false when it was stopped, or when another process kept the WAL in use.
 */
export async function removeDeletedBytes(
  { write, background }: Pick<Database, 'write' | 'background'>,
  now: Date,
  stopping?: AbortSignal,
): Promise<boolean> {
  let isFirst = true;
  const step = async () => {
    const hasMore = await write(mergeWords, { isFirst }, now);
    isFirst = false;
    return hasMore;
  };
  for await (const hasMore of chunks(step, stopping)) if (!hasMore) break;
  let rewrites = 0;
  const rewriting = async () => ++rewrites > maxRewrites || (await rewrite(background));
  for await (const isOver of chunks(rewriting, stopping)) if (isOver) break;
  if (rewrites > maxRewrites) return false;
  let tries = 0;
  const checkpoint = async () => ++tries > maxCheckpoints || (await emptyWal(background));
  for await (const isOver of chunks(checkpoint, stopping)) if (isOver) return tries <= maxCheckpoints;
  return false;
}

/** Returns whether the WAL is empty. Runs in the reader thread, so that neither the event loop nor the writer waits for it. */
async function emptyWal(background: Database['background']): Promise<boolean> {
  const run = async (statement: Statement<None, Checkpoint>) => (await background.all(statement))[0];
  const copied = await run(passive);
  if (copied === undefined || copied.log - copied.checkpointed > maxRemainingPages) return false;
  return (await run(truncate))?.busy === 0;
}
