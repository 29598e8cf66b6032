import type { Database, Transaction } from '../database/port.ts';
import type { ImportFile } from './import-file.ts';
import type { ImportPlan, Planner } from './import-plan.ts';

interface RunOptions {
  /** Whether the file is the whole list: what it does not name is removed. */
  readonly replace: boolean;
  /** Only plan it: nothing is stored. */
  readonly dryRun: boolean;
  /** What else is stored in the same transaction, once the plan is. */
  readonly record?: (tx: Transaction, plan: ImportPlan) => Promise<void>;
}

/**
 * Plans the import of a file and stores it, unless anything is wrong with it: then nothing is stored. The plan tells
 * every problem, those of the file included, in the order of its lines.
 */
export async function runImport(
  database: Database,
  planner: Planner,
  file: ImportFile,
  { replace, dryRun, record }: RunOptions,
): Promise<ImportPlan> {
  if (dryRun) return planned(planner(database.read, file.rows, { replace }), file);
  return database.transaction(async (tx) => {
    const plan = await planned(planner(tx, file.rows, { replace }), file);
    if (plan.problems.length > 0) return plan;
    await plan.apply(tx);
    await record?.(tx, plan);
    return plan;
  });
}

async function planned(plan: Promise<ImportPlan>, file: ImportFile): Promise<ImportPlan> {
  const { problems, ...rest } = await plan;
  return { ...rest, problems: [...file.problems, ...problems].sort((a, b) => a.number - b.number) };
}
