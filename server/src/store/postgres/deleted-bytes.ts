import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from './client.ts';

/** An arbitrary key, the same in every version of accueil: one process at a time does this. */
const advisoryLock = 4_217_002;
/** Tables up to this size are written anew, which takes less than a slice (50 ms) during which nothing else uses them. */
const maxRewrittenBytes = 2 * 1024 * 1024;
/** How long to wait for running transactions: new ones wait behind. */
const lockTimeoutMs = 50;
const lockNotAvailable = '55P03';
/** How often, and how many times at most, to look whether earlier transactions have ended. */
const pollMs = 50;
const maxPolls = 40;

/**
 * Vacuums tables. A plain vacuum frees the space of deleted rows and leaves their bytes in it until other rows take their
 * place; a full one writes the table anew, but blocks its use, so that only small tables get it. Resolves to false when it
 * was stopped, when a table was in use, or when another transaction can still read deleted rows, which a vacuum then keeps.
 */
export function removeDeletedBytes(
  url: string,
  tables: readonly string[],
  stopping?: AbortSignal,
): Promise<boolean> {
  // Not of the pool, whose connections cancel what takes longer than 30 s.
  return withClient(url, 'accueil vacuum', async (client) => {
    if (!(await takeLock(client))) return false;
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    if (!(await earlierTransactionsEnd(client))) return false;
    let isDone = true;
    for (const table of tables) {
      if (stopping?.aborted === true) return false;
      isDone = (await vacuum(client, table)) && isDone;
    }
    // The planner's samples of values: the vacuums, with `analyze`, have replaced them and left the bytes of the old ones.
    return (await earlierTransactionsEnd(client)) && (await vacuum(client, 'pg_statistic')) && isDone;
  });
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${advisoryLock}) as taken`,
  );
  return rows[0]?.taken === true;
}

/**
 * Waits until all transactions that began before this call have ended: they can still read rows that are deleted by now.
 * Resolves to false when one goes on too long.
 */
async function earlierTransactionsEnd(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ now: string }>('select pg_current_xact_id()::text as now');
  for (let polls = 0; polls < maxPolls; polls++) {
    // Backends without a database send the WAL to a standby, whose readers count too. While a transaction of another database
    // goes on that writes, new readers of this one see no later state than that of its beginning.
    const earlier = await client.query<{ goOn: boolean }>(
      `select pg_snapshot_xmin(pg_current_snapshot()) <= $1::xid8 or exists (
         select 1 from pg_stat_activity
         where (datname = current_database() or datname is null) and pid <> pg_backend_pid()
           and greatest(age(backend_xid), age(backend_xmin)) > age($1::xid8::xid)) as "goOn"`,
      [rows[0]?.now],
    );
    if (earlier.rows[0]?.goOn === false) return true;
    await pause(pollMs);
  }
  return false;
}

async function vacuum(client: pg.Client, table: string): Promise<boolean> {
  const name = pg.escapeIdentifier(table);
  const { rows } = await client.query<{ isSmall: boolean }>(
    `select pg_total_relation_size($1::regclass) <= $2 as "isSmall"`,
    [name, maxRewrittenBytes],
  );
  try {
    await client.query(`vacuum (analyze${rows[0]?.isSmall === true ? ', full' : ''}) ${name}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false;
    throw error;
  }
}
