import { type Actor, commandLine } from '../access/audit.ts';
import type { Operation } from '../store/database.ts';
import type { Installation } from './installation.ts';

/** The actor in the audit trail: commands run without a user of the desk and without a network address. */
export const byCommand: Actor = { userId: null, author: commandLine, address: null };

/** Runs an audited operation in a transaction of its own. Commands share most of them with the desk. */
export async function runOperation<Input extends object, Outcome>(
  { database, secrets }: Pick<Installation, 'database' | 'secrets'>,
  operation: Operation<NoInfer<Input> & { readonly by: Actor }, Outcome>,
  input: Input,
): Promise<Outcome> {
  const context = { now: database.clock(), secrets };
  const [outcome] = await database.transaction((tx) =>
    operation.run(tx, [{ ...input, by: byCommand }], context),
  );
  return outcome as Outcome;
}
