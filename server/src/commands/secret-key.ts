import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { syncFolder } from '../store/sync.ts';
import { CommandError } from './context.ts';

/** The same minimum as for the setting SECRET_KEY. */
const minLength = 32;

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/**
 * Returns the key from the settings or the data folder. Throws a {@link CommandError} when there is none, or when it is
 * too short: an empty key would work but protect nothing.
 */
export function readSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey !== undefined) return secretKey;
  const file = secretKeyFile(dataDir);
  if (!existsSync(file)) {
    throw new CommandError(
      `${file} is missing: without it no password works. Put it back, or set SECRET_KEY to what it held.`,
    );
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < minLength) {
    throw new CommandError(`${file} holds no key: expected at least ${minLength} characters.`);
  }
  return key;
}

/** The same, or undefined when there is none. */
export function readSecretKeyIfAny(config: Pick<Config, 'secretKey' | 'dataDir'>): string | undefined {
  try {
    return readSecretKey(config);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Returns the key, generating one if neither a key nor a database exists yet. */
export function obtainSecretKey(config: Config): string {
  const { secretKey, dataDir, database } = config;
  const databaseExists = database.engine === 'postgres' || existsSync(database.file);
  if (secretKey === undefined && !databaseExists && !existsSync(secretKeyFile(dataDir)))
    makeSecretKey(dataDir);
  return readSecretKey(config);
}

function makeSecretKey(dataDir: string): void {
  const temporary = join(dataDir, `secret.key.${process.pid}`);
  writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // Linked only when complete, because another command may read it at the same time.
    linkSync(temporary, secretKeyFile(dataDir));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary);
  }
  syncFolder(dataDir);
}
