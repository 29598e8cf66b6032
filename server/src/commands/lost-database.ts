import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '../config.ts';
import { installationOf, ledgerFileOf, readLedger } from '../privacy/ledger/read.ts';
import { secretsOf } from '../secrets.ts';
import { appliedMigrations } from '../store/applied-migrations.ts';
import type { Location } from '../store/migrate.ts';
import { CommandError } from './context.ts';

/**
 * Throws a {@link CommandError} when an empty database would take the place of one that was lost. To be called before
 * anything is made.
 */
export async function refuseLoss(config: Config, state?: 'no callers'): Promise<void> {
  const loss = await lossOf(config, state);
  if (loss !== undefined) throw new CommandError(loss);
}

/**
 * Returns that the database was lost, and what to do: there is none, or an empty one, and beside it is what an installation
 * leaves there. `no callers`: it has its tables and nothing else, as one that was migrated and is to be begun, whose key is
 * there already.
 */
export async function lossOf(config: Config, state?: 'no callers'): Promise<string | undefined> {
  const { database, dataDir } = config;
  const isFile = database.engine === 'sqlite';
  const left = isFile && state === undefined ? filesLeft(dataDir, database.file) : await ownLedger(config);
  if (left.length === 0 || (state === undefined && (await hasTables(database)))) return undefined;
  const missing = isFile ? `${database.file} is missing or empty` : 'The database of DATABASE_URL is empty';
  const restore = isFile
    ? 'put it back, or « accueil restore » a backup'
    : 'check DATABASE_URL, or restore the database';
  return `${missing}, but an installation has left ${left.join(', ')} in ${dataDir}: ${restore}. Only to begin an empty one all the same: accueil serve --new`;
}

/** On SQLite the folder belongs to one installation. */
function filesLeft(dataDir: string, file: string): string[] {
  if (!existsSync(dataDir)) return [];
  const own = ['secret.key', basename(ledgerFileOf(dataDir))];
  const kept = ['before-restore', 'moved'].map((why) => `${basename(file)}.${why}-`);
  return readdirSync(dataDir).filter(
    (name) => own.includes(name) || kept.some((start) => name.startsWith(start)),
  );
}

/** Beside PostgreSQL the folder may belong to others too: the lines say whose they are. */
async function ownLedger({ secretKey, dataDir }: Config): Promise<string[]> {
  const file = ledgerFileOf(dataDir);
  if (!existsSync(file)) return [];
  const installation = secretKey === undefined ? undefined : installationOf(secretsOf(secretKey));
  for await (const { lines } of readLedger(file, installation)) if (lines.length > 0) return [basename(file)];
  return [];
}

async function hasTables(location: Location): Promise<boolean> {
  if (location.engine === 'sqlite') {
    const { size = 0 } = statSync(location.file, { throwIfNoEntry: false }) ?? {};
    if (size === 0) return false;
  }
  return (await appliedMigrations(location)) !== undefined;
}
