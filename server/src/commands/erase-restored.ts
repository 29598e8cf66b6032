import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { repeatErasure } from '../privacy/erase/repeat-erasure.ts';
import { brokenLines } from '../privacy/ledger/file.ts';
import { compareErasures } from '../privacy/ledger/missing.ts';
import { installationOf, ledgerFileOf, readLedger } from '../privacy/ledger/read.ts';
import { erasuresAfter } from '../privacy/ledger/rows.ts';
import type { Erasure } from '../privacy/records/erasures.ts';
import { secretsOf } from '../secrets.ts';
import { connect } from '../store/sqlite/connection.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { SqliteQueries } from '../store/sqlite/transactions.ts';
import type { Context } from './context.ts';
import { byCommand, runOperation } from './run-operation.ts';
import { readSecretKeyIfAny } from './secret-key.ts';

/**
 * Erases in a copy of a backup what was erased since, from the ledger of the present database and its file. Returns how
 * many erasures were repeated, and the ids of entries that the ledger does not know how to correct again. Its schema must be
 * up to date.
 */
export async function eraseAgain(
  context: Context,
  config: Config,
  { present, copy }: { readonly present: string; readonly copy: string },
): Promise<{ readonly repeated: number; readonly corrected: readonly number[] }> {
  const key = readSecretKeyIfAny(config);
  const secrets = secretsOf(key ?? '');
  const database = await openSqlite({ file: copy, secretKey: key ?? '' });
  let repeated = 0;
  const corrected = new Set<number>();
  try {
    for await (const erasures of knownErasures(context, config, present, key)) {
      for (const erasure of (await compareErasures(database.read, erasures)).missing) {
        if (!(await runOperation({ database, secrets }, repeatErasure, { erasure, by: byCommand }))) continue;
        repeated++;
        if (erasure.paths !== null && erasure.paths.corrected.length > 0) corrected.add(erasure.entryId);
      }
    }
  } finally {
    // Also empties the WAL.
    await database.close();
  }
  return { repeated, corrected: [...corrected] };
}

const nothingKnown = (file: string) =>
  `What was erased since the backup is not known, so that nothing was erased again: there is neither ${file} nor the database of before. If you have that file, put it there: the next start repeats what it lists.`;

/** Yields the erasures that the present database or the ledger's file knows, in chunks. */
async function* knownErasures(
  { notice }: Context,
  { dataDir }: Config,
  present: string,
  key: string | undefined,
): AsyncGenerator<readonly Erasure[]> {
  const file = ledgerFileOf(dataDir);
  let isKnown = false;
  try {
    for await (const erasures of inPresent(present)) {
      isKnown = true;
      yield erasures;
    }
  } catch {
    // It may be damaged, and replaced for that reason.
    notice(`What was erased can't be read from ${present}: erasures.jsonl alone says it.`);
  }
  if (!existsSync(file)) {
    if (!isKnown) notice(nothingKnown(file));
    return;
  }
  // Without the key the installation can't be compared. An entry's id and its moment of receipt must agree anyway.
  const installation = key === undefined ? undefined : installationOf(secretsOf(key));
  let ignored = 0;
  for await (const { erasures, broken, foreign } of readLedger(file, installation)) {
    if (broken.length > 0) notice(brokenLines(file, broken));
    ignored += foreign;
    yield erasures;
  }
  if (ignored > 0) notice(`${file} has lines of another installation: nothing was erased from them.`);
}

/** Yields what the ledger of a database says, at least once; nothing when there is no such database. */
async function* inPresent(file: string): AsyncGenerator<readonly Erasure[]> {
  if (!existsSync(file)) return;
  let connection: DatabaseSync | undefined;
  try {
    connection = connect(file);
    const table = connection.prepare("select 1 from sqlite_schema where name = 'erasures'").get();
    // From before anything could be erased.
    if (table === undefined) return yield [];
    for await (const rows of erasuresAfter(new SqliteQueries(connection)))
      yield rows.map(({ erasure }) => erasure);
  } finally {
    connection?.close();
  }
}
