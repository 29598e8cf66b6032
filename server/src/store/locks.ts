import type { Transaction } from './database.ts';
import { rawStatement } from './statement.ts';

const byName = rawStatement<{ name: string }, unknown>((p, dialect) => dialect.lockName(p.name));

/** Takes the named lock until the commit: transactions with the same lock run one at a time, in all processes. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.all(byName, { name });
}
