import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './requests.ts';

/** A request without a response by then has failed. */
export const longestAnswerMs = 15_000;

/** A load that sends requests on schedule, however slow the responses are. */
export interface OpenLoop<Kind extends string> {
  /** Requests per second, by kind. */
  readonly rates: Readonly<Record<Kind, number>>;
  readonly seconds: number;
  /** Sends the n-th request of a kind. */
  send(kind: Kind, n: number): Promise<Answer>;
  /**
   * Called for each request with the milliseconds since its scheduled instant, so that a stall is charged to every request
   * that arrives during it. `answer` is undefined after {@link longestAnswerMs}, an error when the connection broke.
   */
  answered(kind: Kind, ms: number, answer: Answer | Error | undefined): void;
}

/** Sends one request of a kind at a random moment of each interval. Resolves when all are answered. */
export async function runOpenLoop<Kind extends string>(load: OpenLoop<Kind>): Promise<void> {
  const { rates, seconds, send, answered } = load;
  const start = performance.now();
  async function request(kind: Kind, n: number): Promise<void> {
    const dueMs = start + ((n + Math.random()) * 1000) / rates[kind];
    await wait(Math.max(0, dueMs - performance.now()));
    const answer = await Promise.race([
      send(kind, n).catch((error: Error) => error),
      wait(longestAnswerMs, undefined, { ref: false }),
    ]);
    answered(kind, performance.now() - dueMs, answer);
  }
  const kinds = Object.keys(rates) as Kind[];
  await Promise.all(
    kinds.flatMap((kind) =>
      Array.from({ length: Math.max(1, Math.round(seconds * rates[kind])) }, (_, n) => request(kind, n)),
    ),
  );
}
