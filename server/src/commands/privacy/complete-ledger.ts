import { parseConfig } from '../../config.ts';
import { openLedgerFile } from '../../privacy/ledger/file.ts';
import { ledgerFileOf } from '../../privacy/ledger/read.ts';
import type { Context } from '../context.ts';
import { messageOf } from '../failure.ts';
import type { Installation } from '../installation.ts';

/** Adds to the ledger's file what a command has erased: a service may not run, and the next act may be a restore. */
export async function completeLedger(
  { env, notice }: Context,
  { database, secrets }: Installation,
): Promise<void> {
  const ledger = openLedgerFile({
    database,
    secrets,
    clock: database.clock,
    file: ledgerFileOf(parseConfig(env).dataDir),
    onRemark: notice,
    onProblem: (error) => notice(`The ledger of erasures could not be written: ${messageOf(error)}`),
  });
  await ledger.complete();
  await ledger.close();
}
