import { mkdirSync } from 'node:fs';
import {
  addFirstCredentials,
  type FirstCredentials,
  firstAdmin,
  hasCallers,
} from '../access/first-credentials.ts';
import { keyState, recordKey } from '../access/key-check.ts';
import type { Config } from '../config.ts';
import { confirmAllRules } from '../privacy/rules/rule-settings.ts';
import { addFirstResidences } from '../residences/first-residences.ts';
import { type Secrets, secretsOf } from '../secrets.ts';
import { type Database, UniqueViolation } from '../store/database.ts';
import { openDatabase } from '../store/open.ts';
import { CommandError } from './context.ts';
import { refuseLoss } from './lost-database.ts';
import { obtainSecretKey } from './secret-key.ts';

/** An installation ready for use: its database is migrated and, if it was empty, initialized. */
export interface Installation {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Created when the database was empty. */
  readonly first: FirstCredentials | undefined;
  /** The migrations that opening it has applied. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

interface InstallationOptions {
  /** Called when an idle connection breaks. */
  readonly onProblem?: (error: Error) => void;
  /** Called with what opening may have to wait for from now on. */
  readonly onWait?: (reason: string) => void;
  /** Whether to begin an empty database although one seems to be lost. */
  readonly isNew?: boolean;
}

/**
 * Opens the configured installation. An empty database is begun, unless it takes the place of a lost one: then it rejects
 * with a {@link CommandError} and makes nothing.
 */
export async function openInstallation(
  config: Config,
  { onProblem = () => undefined, onWait = () => undefined, isNew = false }: InstallationOptions = {},
): Promise<Installation> {
  if (!isNew) await refuseLoss(config);
  const secretKey = prepareFolder(config);
  const secrets = secretsOf(secretKey);
  const now = new Date();
  let migrated: readonly string[] = [];
  const database = await openDatabase({
    location: config.database,
    poolSize: config.poolSize,
    secretKey,
    now,
    onProblem,
    onMigrated(applied) {
      migrated = applied;
    },
    onWait,
    dataDir: config.dataDir,
  });
  try {
    if (!isNew && !(await hasCallers(database.read))) await refuseLoss(config, 'no callers');
    const first = await initialize(database, secrets, config, now);
    if ((await keyState(database.read, secrets)) === 'wrong') throw wrongKey(config);
    return { database, secrets, first, migrated, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Makes the data folder, and the key in a new one. Returns the key. */
export function prepareFolder(config: Config): string {
  if (config.database.engine === 'sqlite') mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return obtainSecretKey(config);
}

async function initialize(database: Database, secrets: Secrets, config: Config, now: Date) {
  // Hashing a password takes a while: it is done outside the transaction, and not at every start.
  const admin = (await hasCallers(database.read)) ? undefined : await firstAdmin(config.firstAdmin);
  try {
    return await database.transaction(async (tx) => {
      await addFirstResidences(tx);
      const first = await addFirstCredentials(
        tx,
        { secrets, now },
        { password: config.firstPassword, token: config.firstToken, admin },
      );
      if (first !== undefined) {
        await recordKey(tx, secrets);
        // There is no data yet that a rule could touch without its confirmation.
        await confirmAllRules(tx, now);
      }
      return first;
    });
  } catch (error) {
    // Another process has initialized the database at the same time.
    if (error instanceof UniqueViolation) return undefined;
    throw error;
  }
}

function wrongKey({ secretKey, dataDir }: Config): CommandError {
  const source = secretKey === undefined ? `The key in ${dataDir}/secret.key` : 'SECRET_KEY';
  return new CommandError(
    `${source} is not the one that this database was begun with: no password would work. Put that key back.`,
  );
}
