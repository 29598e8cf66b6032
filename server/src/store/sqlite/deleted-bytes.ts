import { sql } from 'kysely';
import { chunks } from '../chunks.ts';
import type { Database } from '../database.ts';
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
 * Removes deleted words from the word index, then empties the WAL. The bytes of other tables are overwritten when a value
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
