import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { CommandError } from './context.ts';
import { syncFolder } from './sync.ts';

/** As many characters as the setting SECRET_KEY needs. */
const leastCharacters = 32;

/** Where accueil keeps the key that it made itself. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/**
 * The key given, or the one in the data folder. Throws a {@link CommandError} when there is none, or when what the
 * file holds is no key: an empty one would work, and protect nothing.
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
  if (key.length < leastCharacters) {
    throw new CommandError(`${file} holds no key: expected at least ${leastCharacters} characters.`);
  }
  return key;
}

/** The same; makes the key when neither it nor a database is there yet. */
export function obtainSecretKey(config: Config): string {
  const { secretKey, dataDir, database } = config;
  const begun = database.engine === 'postgres' || existsSync(database.file);
  if (secretKey === undefined && !begun && !existsSync(secretKeyFile(dataDir))) makeSecretKey(dataDir);
  return readSecretKey(config);
}

function makeSecretKey(dataDir: string): void {
  const whole = join(dataDir, `secret.key.${process.pid}`);
  writeFileSync(whole, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // Under its name it is there completely or not at all: a command that starts beside us may read it.
    linkSync(whole, secretKeyFile(dataDir));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(whole);
  }
  syncFolder(dataDir);
}
