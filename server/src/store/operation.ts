import type { Operation, OperationContext, Transaction } from './database.ts';

/** Defines an operation on one input. When it throws, none of its writes are stored, and other writes are unaffected. */
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

/** Defines an operation that stores several inputs together in fewer statements. A failed batch is retried item by item. */
export function batchOperation<Input, Outcome>(
  name: string,
  run: (tx: Transaction, inputs: readonly Input[], context: OperationContext) => Promise<readonly Outcome[]>,
): Operation<Input, Outcome> {
  return {
    name,
    isBatched: true,
    async run(tx, inputs, context) {
      const outcomes = await run(tx, inputs, context);
      // Checked before the commit: a committed batch must not be retried.
      if (outcomes.length !== inputs.length) throw new Error(`${name}: not one outcome for each input`);
      return outcomes;
    },
  };
}
