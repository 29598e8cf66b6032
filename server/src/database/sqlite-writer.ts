import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AlreadyThere, DatabaseUnavailable, DatabaseUnusable, type Transaction } from './port.ts';
import type { Answer, Request } from './sqlite-thread.ts';
import type { Statement, Values } from './statement.ts';

/** The one connection of this process that writes, in a thread of its own. */
export interface SqliteWriter {
  /** One transaction after the other, each durable when its promise resolves. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the file for writing. Rejects when it can't be written, or must not be. */
export async function openWriter(file: string): Promise<SqliteWriter> {
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: { file } });
  const waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  thread.on('message', (answer: Answer) => {
    const first = waiting.shift();
    if ('failure' in answer) first?.reject(revived(answer));
    else first?.resolve(answer);
  });
  const opened = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  const ask = (request: Request) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ resolve, reject });
      thread.postMessage(request);
    });
  await opened;
  const tx = new ThreadTransaction(ask);
  let last: Promise<unknown> = Promise.resolve();

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    // Nobody waits for it: when it fails, so does what comes after it.
    ask({ kind: 'begin' }).catch(() => undefined);
    try {
      const result = await work(tx);
      await ask({ kind: 'commit' });
      return result;
    } catch (error) {
      await ask({ kind: 'rollback' });
      throw error;
    }
  }

  return {
    transaction(work) {
      const result = last.then(() => transaction(work));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      await last;
      const ended = once(thread, 'exit');
      await ask({ kind: 'close' });
      await ended;
    },
  };
}

class ThreadTransaction implements Transaction {
  readonly engine = 'sqlite';
  readonly #ask: (request: Request) => Promise<Answer>;
  readonly #numbers = new Map<unknown, number>();

  constructor(ask: (request: Request) => Promise<Answer>) {
    this.#ask = ask;
  }

  all<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    return this.allEach(statement, [values]);
  }

  async first<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<R | undefined> {
    return (await this.allEach(statement, [values]))[0];
  }

  run<P extends Values, R>(statement: Statement<P, R>, values: P): Promise<number> {
    return this.runEach(statement, [values]);
  }

  async allEach<P extends Values, R>(statement: Statement<P, R>, list: readonly P[]): Promise<R[]> {
    const answer = await this.#execute('all', statement, list);
    return 'rows' in answer ? (answer.rows as R[]) : [];
  }

  async runEach<P extends Values, R>(statement: Statement<P, R>, list: readonly P[]): Promise<number> {
    const answer = await this.#execute('run', statement, list);
    return 'changes' in answer ? answer.changes : 0;
  }

  async #execute<P extends Values, R>(
    kind: 'all' | 'run',
    statement: Statement<P, R>,
    list: readonly P[],
  ): Promise<Answer> {
    if (list.length === 0) return { changes: 0 };
    const { sql, bind } = statement.compiled('sqlite');
    const values = list.map(bind);
    const known = this.#numbers.get(statement);
    if (known !== undefined) return this.#ask({ kind, statement: known, values });
    const number = this.#numbers.size;
    this.#numbers.set(statement, number);
    return this.#ask({ kind, statement: number, sql, values });
  }
}

/** An error of the thread, of its class again if it is one that callers tell apart. */
function revived({ failure, name }: Extract<Answer, { failure: unknown }>): unknown {
  const known = [AlreadyThere, DatabaseUnavailable, DatabaseUnusable].find((one) => one.name === name);
  if (known === undefined || !(failure instanceof Error)) return failure;
  return new known(failure.message, { cause: failure.cause });
}
