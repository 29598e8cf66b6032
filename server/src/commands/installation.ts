import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addFirstCredentials, type FirstCredentials } from '../access/first-credentials.ts';
import { type Secrets, secretsOf } from '../access/secrets.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { AlreadyThere, type Database } from '../database/port.ts';
import { addFirstResidences } from '../residences/first-residences.ts';
import { CommandError } from './context.ts';

/** An installation ready for use: its database migrated and, when it was empty, begun. */
export interface Installation {
  readonly database: Database;
  readonly secrets: Secrets;
  /** What was made for an empty database. */
  readonly first: FirstCredentials | undefined;
  close(): Promise<void>;
}

/** Opens what the settings name. `onProblem` is told of connections that break while nobody uses them. */
export async function openInstallation(
  config: Config,
  onProblem: (error: Error) => void = () => undefined,
): Promise<Installation> {
  if (config.database.engine === 'sqlite') mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const secrets = secretsOf(secretKeyOf(config));
  const now = new Date();
  const database = await openDatabase({
    location: config.database,
    poolSize: config.poolSize,
    now,
    onProblem,
  });
  const first = await begin(database, secrets, config, now);
  return { database, secrets, first, close: () => database.close() };
}

async function begin(database: Database, secrets: Secrets, config: Config, now: Date) {
  try {
    return await database.write(async (tx) => {
      await addFirstResidences(tx);
      return addFirstCredentials(
        tx,
        { secrets, now },
        { password: config.firstPassword, token: config.firstToken },
      );
    });
  } catch (error) {
    // Another process has begun the same database at the same instant.
    if (error instanceof AlreadyThere) return undefined;
    throw error;
  }
}

/** The key given, or the one in the data folder, made at the first start. */
function secretKeyOf({ secretKey, dataDir, database }: Config): string {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, 'secret.key');
  if (database.engine === 'sqlite' && existsSync(database.file) && !existsSync(file)) {
    throw new CommandError(
      `${file} is missing: without it no password works. Put it back, or set SECRET_KEY to what it held.`,
    );
  }
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
