import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { lostSince, positionFileOf, toDoAgain } from '../../privacy/ledger/audit-position.ts';
import { compareLines } from '../../privacy/ledger/missing.ts';
import { installationOf, ledgerFileOf, readLedger } from '../../privacy/ledger/read.ts';
import { countErasures } from '../../privacy/ledger/rows.ts';
import { secretsOf } from '../../secrets.ts';
import type { Queries } from '../../store/database.ts';
import { readSecretKeyIfAny } from '../secret-key.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

/** Says when the database is older than the one that was here before: the next start says it too. */
export async function* checkDecisions(config: Config, read: Queries): AsyncGenerator<Finding> {
  const key = readSecretKeyIfAny(config);
  if (key === undefined) return;
  const lost = await lostSince(read, positionFileOf(config.dataDir), installationOf(secretsOf(key)));
  if (lost !== undefined) yield warn('decisions', toDoAgain(lost));
}

/** Checks that nobody who was erased is back, and that the ledger's file beside the database could say so. */
export async function checkLedger(config: Config, read: Queries): Promise<Finding> {
  const file = ledgerFileOf(config.dataDir);
  const inDatabase = await countErasures(read);
  if (!existsSync(file)) {
    const message = `${file} is not there: should an older database be restored, what was erased comes back`;
    return inDatabase === 0 ? ok('ledger', 'nothing was erased yet') : warn('ledger', message);
  }
  let [missing, broken, foreign] = [0, 0, 0];
  const known = new Set<number>();
  const key = readSecretKeyIfAny(config);
  for await (const chunk of readLedger(file, key && installationOf(secretsOf(key)))) {
    const compared = await compareLines(read, chunk.lines);
    for (const id of compared.known.erasures) known.add(id);
    missing += compared.missing.length;
    broken += chunk.broken.length;
    foreign += chunk.foreign;
  }
  if (missing > 0)
    return bad(
      'ledger',
      `${missing} lines of ${file} are undone, since an older database was put in place: start accueil, which replays them before it answers`,
    );
  if (broken > 0) return warn('ledger', `${broken} lines of ${file} can't be read`);
  if (foreign > 0) return warn('ledger', `${foreign} lines of ${file} are of another installation`);
  return ok('ledger', `${inDatabase} erasures, ${known.size} of them in ${file}`);
}
