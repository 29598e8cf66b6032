import type { Transaction } from './database.ts';
import { rawStatement } from './statement.ts';

const byName = rawStatement<{ name: string }, unknown>((p, dialect) => dialect.lockName(p.name));

/** Lets one transaction after the other go on from here that names the same lock, in every process. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.all(byName, { name });
}
