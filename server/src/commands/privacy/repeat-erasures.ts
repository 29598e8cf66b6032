import { commandLine, recordAudit } from '../../access/audit.ts';
import type { Erasure } from '../../privacy/erase/ledger.ts';
import { repeatErasure } from '../../privacy/erase/repeat-erasure.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database } from '../../store/database.ts';
import { byCommand } from '../run-operation.ts';

/** How many erasures were repeated, how many had no effect, and how many are of entries that are not there. */
interface RepeatedCounts {
  readonly erased: number;
  readonly alreadyErased: number;
  readonly other: number;
}

/** Repeats erasures, each in a transaction of its own. Calls `onDone` after each. */
export async function repeatErasures(
  database: Database,
  secrets: Secrets,
  erasures: Iterable<Erasure>,
  onDone: () => void = () => undefined,
): Promise<RepeatedCounts> {
  const counts = { erased: 0, 'already erased': 0, other: 0 };
  for (const erasure of erasures) {
    const now = new Date();
    const outcome = await database.transaction(async (tx) => {
      const repeated = await repeatErasure(tx, erasure, commandLine, { now, secrets });
      if (repeated === 'erased') {
        const { entryId: subjectId, erasedAt } = erasure;
        const act = { action: 'erased', subject: 'entry', subjectId, detail: { again: erasedAt } } as const;
        await recordAudit(tx, { at: now.toISOString(), ...byCommand, ...act });
      }
      return repeated;
    });
    counts[outcome]++;
    onDone();
  }
  const { 'already erased': alreadyErased, ...others } = counts;
  return { ...others, alreadyErased };
}
