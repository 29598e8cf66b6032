import type { Operation, OperationContext, Transaction } from './database.ts';

/** An operation on one input. When it throws, nothing of it is stored, and writes beside it are not affected. */
export function operation<Input, Outcome>(
  name: string,
  run: (tx: Transaction, input: Input, context: OperationContext) => Promise<Outcome>,
): Operation<Input, Outcome> {
  return {
    name,
    isBatched: false,
    run: async (tx, inputs, context) => {
      const outcomes: Outcome[] = [];
      for (const input of inputs) outcomes.push(await run(tx, input, context));
      return outcomes;
    },
  };
}

/** An operation that stores what arrives together in fewer statements. A batch that fails is tried again item by item. */
export function batchOperation<Input, Outcome>(
  name: string,
  run: (tx: Transaction, inputs: readonly Input[], context: OperationContext) => Promise<readonly Outcome[]>,
): Operation<Input, Outcome> {
  return {
    name,
    isBatched: true,
    async run(tx, inputs, context) {
      const outcomes = await run(tx, inputs, context);
      // Checked before the commit: what is committed must not be tried again.
      if (outcomes.length !== inputs.length) throw new Error(`${name}: not one outcome for each input`);
      return outcomes;
    },
  };
}
