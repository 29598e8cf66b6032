import { DatabaseUnavailable, type Operation } from '../database.ts';

/** Batches of one operation in flight: one commits while the next is being sent. More than 3 brought no more throughput. */
const maxInFlight = 3;
const maxBatchSize = 256;
/** Items beyond this number are refused at once, which bounds memory. */
const maxWaiting = 4_000;

interface Waiting<Input, Outcome> {
  readonly input: Input;
  readonly now: Date;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

type Enqueue<Input, Outcome> = (input: Input, now: Date) => Promise<Outcome>;

/**
 * Group commit: items that arrive while earlier batches commit share the next transaction. A promise resolves after
 * COMMIT. `onCommit` is called with the number of items in each batch.
 */
function openBatches<Input, Outcome>(
  runBatch: (inputs: readonly Input[], now: Date) => Promise<readonly Outcome[]>,
  onCommit: (items: number) => void,
): Enqueue<Input, Outcome> {
  const waiting: Waiting<Input, Outcome>[] = [];
  let inFlight = 0;
  let isFlushing = false;

  function schedule(): void {
    // Flush at the end of this turn of the event loop, when all requests that have arrived have been read.
    if (isFlushing || waiting.length === 0 || inFlight >= maxInFlight) return;
    isFlushing = true;
    setImmediate(flush);
  }

  function flush(): void {
    isFlushing = false;
    const batch = waiting.splice(0, maxBatchSize);
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
      else await retryIndividually(batch);
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

  /** Commits each item alone, so that only bad ones fail. Once the database is unavailable, the rest fail at once. */
  async function retryIndividually(batch: readonly Waiting<Input, Outcome>[]): Promise<void> {
    let unavailable: unknown;
    for (const item of batch) {
      try {
        if (unavailable !== undefined) throw unavailable;
        await store([item]);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) unavailable = error;
        item.reject(error);
      }
    }
  }

  return async (input, now) => {
    if (waiting.length >= maxWaiting) throw new DatabaseUnavailable('PostgreSQL: too many wait to be stored');
    return new Promise((resolve, reject) => {
      waiting.push({ input, now, resolve, reject });
      schedule();
    });
  };
}

/** Keeps one queue per batched operation. */
export function batchesByOperation(
  runBatch: <Input, Outcome>(
    operation: Operation<Input, Outcome>,
    inputs: readonly Input[],
    now: Date,
  ) => Promise<readonly Outcome[]>,
  onCommit: (items: number) => void,
) {
  const queues = new Map<unknown, Enqueue<never, unknown>>();
  return <Input, Outcome>(
    operation: Operation<Input, Outcome>,
    input: Input,
    now: Date,
  ): Promise<Outcome> => {
    let enqueue = queues.get(operation) as Enqueue<Input, Outcome> | undefined;
    if (enqueue === undefined) {
      enqueue = openBatches<Input, Outcome>((inputs, at) => runBatch(operation, inputs, at), onCommit);
      queues.set(operation, enqueue);
    }
    return enqueue(input, now);
  };
}
