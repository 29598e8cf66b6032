import { DatabaseUnavailable, type Operation } from '../database.ts';

/** Batches of one operation in flight: one commits while the next is being sent. More stored no more. */
const mostInFlight = 3;
const mostPerBatch = 256;
/** Items beyond these are refused at once: they would only fill the memory. */
const mostWaiting = 4_000;

interface Waiting<Input, Outcome> {
  readonly input: Input;
  readonly now: Date;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs a batched operation on all inputs that wait, in a transaction. */
export type RunBatch<Input, Outcome> = (inputs: readonly Input[], now: Date) => Promise<readonly Outcome[]>;

/**
 * Group commit: what arrives while earlier batches commit shares the next transaction. A promise resolves after COMMIT.
 * `onCommit` is told how many items each batch held.
 */
export function openBatches<Input, Outcome>(
  runBatch: RunBatch<Input, Outcome>,
  onCommit: (items: number) => void,
): (input: Input, now: Date) => Promise<Outcome> {
  const waiting: Waiting<Input, Outcome>[] = [];
  let inFlight = 0;
  let isFlushing = false;

  function schedule(): void {
    // At the end of this turn of the event loop: by then every request that has arrived has been read.
    if (isFlushing || waiting.length === 0 || inFlight >= mostInFlight) return;
    isFlushing = true;
    setImmediate(flush);
  }

  function flush(): void {
    isFlushing = false;
    const batch = waiting.splice(0, mostPerBatch);
    inFlight++;
    void commit(batch).then(() => {
      inFlight--;
      schedule();
    });
    schedule();
  }

  async function commit(batch: readonly Waiting<Input, Outcome>[]): Promise<void> {
    try {
      await store(batch);
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable)
        for (const { reject } of batch) reject(error);
      else await commitOneByOne(batch);
    }
  }

  async function store(batch: readonly Waiting<Input, Outcome>[]): Promise<void> {
    const now = batch.at(-1)?.now ?? new Date();
    const outcomes = await runBatch(
      batch.map(({ input }) => input),
      now,
    );
    onCommit(batch.length);
    for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] as Outcome);
  }

  /** An item that can't be stored fails alone. When the database goes away meanwhile, the others fail at once. */
  async function commitOneByOne(batch: readonly Waiting<Input, Outcome>[]): Promise<void> {
    let away: unknown;
    for (const one of batch) {
      try {
        if (away !== undefined) throw away;
        await store([one]);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) away = error;
        one.reject(error);
      }
    }
  }

  return async (input, now) => {
    if (waiting.length >= mostWaiting)
      throw new DatabaseUnavailable('PostgreSQL: too many wait to be stored');
    return new Promise((resolve, reject) => {
      waiting.push({ input, now, resolve, reject });
      schedule();
    });
  };
}

/** One queue for each batched operation. */
export function batchesByOperation(
  runBatch: <Input, Outcome>(
    operation: Operation<Input, Outcome>,
    inputs: readonly Input[],
    now: Date,
  ) => Promise<readonly Outcome[]>,
  onCommit: (items: number) => void,
) {
  const queues = new Map<unknown, (input: unknown, now: Date) => Promise<unknown>>();
  return <Input, Outcome>(
    operation: Operation<Input, Outcome>,
    input: Input,
    now: Date,
  ): Promise<Outcome> => {
    let queue = queues.get(operation) as ((input: Input, now: Date) => Promise<Outcome>) | undefined;
    if (queue === undefined) {
      queue = openBatches<Input, Outcome>((inputs, at) => runBatch(operation, inputs, at), onCommit);
      queues.set(operation, queue as (input: unknown, now: Date) => Promise<unknown>);
    }
    return queue(input, now);
  };
}
