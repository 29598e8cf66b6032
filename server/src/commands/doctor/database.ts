import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { keyState } from '../../access/key-check.ts';
import { parisDay } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { loadDirectory } from '../../directory.ts';
import { countByState, countOpenLeads, differingProgress } from '../../entries/follow-up/recheck.ts';
import { recountContacts } from '../../entries/funnel/recount-contacts.ts';
import { chainedDuplicates } from '../../entries/unite/unite.ts';
import { secretsOf } from '../../secrets.ts';
import { appliedMigrations } from '../../store/applied-migrations.ts';
import type { Database } from '../../store/database.ts';
import { newestMigration, unusableSchema } from '../../store/migration-files.ts';
import { openMigrated } from '../../store/open.ts';
import type { Context } from '../context.ts';
import { messageOf } from '../failure.ts';
import { lossOf } from '../lost-database.ts';
import { withProgress } from '../progress.ts';
import { readSecretKey } from '../secret-key.ts';
import { runSqliteJob } from '../sqlite-job.ts';
import { checkClock } from './clock.ts';
import { bad, type Finding, ok, warn } from './finding.ts';
import { checkDecisions, checkLedger } from './ledger.ts';
import { checkWal } from './leftovers.ts';
import { checkProxies } from './proxies.ts';

const poolSize = 2;
/** Longer than the heartbeat that has to arrive. */
const notifiedWithinMs = 3_000;
const pollMs = 20;

/** Checks that the database is reachable, up to date, undamaged, of this key, and its counts correct. Read-only. */
export async function* checkDatabase(context: Context, config: Config): AsyncGenerator<Finding> {
  const { database: location } = config;
  if (location.engine === 'sqlite' && !existsSync(location.file)) {
    yield bad('database', (await lossOf(config)) ?? notBegun(location.file));
    return;
  }
  let applied: readonly number[] | undefined;
  try {
    applied = await appliedMigrations(location);
  } catch (error) {
    yield bad('database', messageOf(error));
    return;
  }
  yield ok('database', location.engine === 'sqlite' ? `SQLite, ${location.file}` : 'PostgreSQL, reachable');

  const loss = applied === undefined ? await lossOf(config) : undefined;
  const schema = loss === undefined ? checkSchema(applied) : bad('schema', loss);
  yield schema;
  if (location.engine === 'sqlite') yield await checkFile(context, location.file);
  if (schema.state !== 'ok') return;

  let database: Database;
  try {
    database = await openMigrated({ location, poolSize, onProblem: () => undefined });
  } catch (error) {
    yield bad('safety', messageOf(error));
    return;
  }
  try {
    yield ok('safety', 'what is acknowledged is on disk');
    yield await checkNotifications(database);
    yield* checkContent(context, config, database);
  } finally {
    await database.close();
  }
}

const notBegun = (file: string) => `There is no ${file}: set DATA_DIR, or start accueil once to begin it`;

function checkSchema(applied: readonly number[] | undefined): Finding {
  if (applied === undefined) return bad('schema', 'The database is empty: start accueil once to begin it');
  const schema = Math.max(0, ...applied);
  const reason = unusableSchema(schema);
  if (reason !== undefined) return bad('schema', reason);
  if (schema === newestMigration) return ok('schema', `${schema}, the newest`);
  return warn(
    'schema',
    `${schema}, older than this accueil (${newestMigration}): accueil migrate, or the next start, does it. Take a backup first`,
  );
}

async function checkFile(context: Context, file: string): Promise<Finding> {
  const problems = await withProgress(context, 'Checking the database file…', () =>
    runSqliteJob(context, { kind: 'quick check', file, target: '' }),
  ).catch((error: unknown) => [messageOf(error)]);
  return problems.length === 0
    ? ok('integrity', 'the database file is sound')
    : bad('integrity', `The database file is damaged, restore a backup: ${problems.slice(0, 3).join('; ')}`);
}

async function* checkContent(context: Context, config: Config, database: Database): AsyncGenerator<Finding> {
  try {
    yield await checkRightKey(config, database);
    yield await checkLedger(config, database.background);
    const { damaged } = await loadDirectory(database.read);
    if (damaged.length > 0)
      yield bad('residences', `The details of residences ${damaged.join(', ')} are damaged: save them anew`);
    yield* checkDecisions(config, database.read);
    yield* checkWal(config, database.read, database.clock());
    yield await withProgress(context, 'Counting contacts…', () => checkCounts(database));
    yield await withProgress(context, 'Checking what is planned…', () =>
      checkFollowUp(database, database.clock()),
    );
    yield await checkProxies(config, database.read, database.clock());
    yield await checkClock(database.read, database.clock());
  } catch (error) {
    yield bad('content', messageOf(error));
  }
}

/** Checks that changes by other processes are noticed: behind a pooler in transaction mode nobody tells of them. */
async function checkNotifications(database: Database): Promise<Finding> {
  for (let waited = 0; waited < notifiedWithinMs; waited += pollMs) {
    if (database.revision('access') !== undefined)
      return ok('notifications', 'what others change is noticed');
    await wait(pollMs);
  }
  return bad(
    'notifications',
    "PostgreSQL's notifications do not arrive, as behind a pooler in transaction mode: connect directly, or through one in session mode",
  );
}

async function checkRightKey(config: Config, { read }: Database): Promise<Finding> {
  let key: string;
  try {
    key = readSecretKey(config);
  } catch {
    return bad('right key', 'Without a key no password works');
  }
  const state = await keyState(read, secretsOf(key));
  switch (state) {
    case 'right':
      return ok('right key', 'the secret key is the one this database was begun with');
    case 'wrong':
      return bad(
        'right key',
        'The secret key is not the one this database was begun with: put that one back',
      );
    case 'unknown':
      return warn('right key', 'the database does not say with which key it was begun');
    default:
      return state satisfies never;
  }
}

async function checkCounts({ read }: Database): Promise<Finding> {
  const [first, ...others] = await recountContacts(read);
  if (first !== undefined) {
    const { year, establishmentId, kept, found } = first;
    const example = `${kept.total} contacts kept for residence ${establishmentId} in ${year}, ${found.total} found`;
    return bad('statistics', `${others.length + 1} yearly counts are not what the entries say: ${example}`);
  }
  return ok('statistics', 'the yearly counts are what the entries say');
}

/** Every open lead has to be in one state, and each entry's next action, attempts and last contact follow from its actions. */
async function checkFollowUp({ read }: Database, now: Date): Promise<Finding> {
  const [first, ...others] = await differingProgress(read);
  if (first !== undefined) {
    const message = `${others.length + 1} entries have another next action, last contact or number of attempts than their actions say: entry ${first}`;
    return bad('follow-up', message);
  }
  const [chained, ...otherChained] = await chainedDuplicates(read);
  if (chained !== undefined)
    return bad(
      'follow-up',
      `${otherChained.length + 1} entries were united with one that is united itself, so that no list shows them: entry ${chained}. The service releases them within an hour`,
    );
  const counts = await countByState(read, parisDay(now));
  const open = await countOpenLeads(read);
  const inStates = Object.values(counts).reduce((sum, n) => sum + n, 0);
  if (open !== inStates) return bad('follow-up', `${open} leads are open, and ${inStates} are in a state`);
  const message = `${open} open leads: ${counts['to-call']} to call, ${counts.planned} planned, ${counts.unplanned} without a next action, ${counts.asleep} asleep`;
  return { ...ok('follow-up', message), counts: { open, ...counts } };
}
