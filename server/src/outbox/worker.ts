import { afterStepBack, type Clock } from '../clock.ts';
import type { Instant } from '../store/tables.ts';
import { longestPausesMs, nextAttempt, type Schedule } from './backoff.ts';
import type { Completion, EndpointChange } from './completion.ts';
import { deliverySlots, type Limits } from './delivery-slots.ts';
import type { OpenQueue } from './open-queue.ts';
import { type Outcome, unanswered } from './outcome.ts';
import type { Claimed } from './queues.ts';

/**
 * The state of a worker. Attempts run concurrently in every state; rows have states of their own (queues.ts).
 *
 * | state           | what it does                                          | until                                        |
 * |-----------------|-------------------------------------------------------|----------------------------------------------|
 * | `waiting`       | nothing; a timer is set for the next poll             | timer, notification or free slot → `polling` |
 * | `polling`       | ends long waits, prepares, claims, starts attempts    | nothing more is due, or no slot → `waiting`  |
 * | `polling-again` | the same; another poll was requested in the meantime  | this cycle ends → `polling`                  |
 * | `stopping`      | records what runs, gives back its backlog             | all recorded, or time is up → `stopped`      |
 * | `stopped`       | records nothing more: the database may be closed      |                                              |
 */
type State = 'waiting' | 'polling' | 'polling-again' | 'stopping' | 'stopped';

/**
 * A row claimed longer ago than this is claimed again before it is attempted: its endpoint may be off or have another
 * address by now, or its event may be deleted. It is far less than a lease, within which an attempt must be recorded.
 */
const staleMs = 5_000;

/** How the rows of a queue are sent. */
export interface Sender<C extends Claimed> {
  /** Makes one attempt. Failures are outcomes: it rejects only for a bug in accueil. */
  readonly send: (delivery: C, body: string) => Promise<Outcome>;
  readonly schedule: Schedule;
  readonly limits: Limits;
  /** Writes the rows to be sent, at the start of each poll. */
  readonly prepare?: (stopping: AbortSignal) => Promise<void>;
}

/** Calls `then` after `ms`. Returns a function that cancels it. Replaceable, so that tests can simulate time. */
export type Wait = (ms: number, then: () => void) => () => void;

/** A finished attempt, for the log and the metrics. */
export interface Report<C extends Claimed> {
  readonly delivery: C;
  readonly outcome: Outcome;
  readonly verdict: Completion['verdict'];
  readonly nextAt: Instant | null;
  /** `held` or `off`: the endpoint's events wait from now on. */
  readonly endpointChange: EndpointChange;
}

export interface WorkerOptions<C extends Claimed> {
  readonly queue: OpenQueue<C>;
  readonly sender: Sender<C>;
  readonly clock: Clock;
  /** Returns a number in [0, 1). */
  readonly random?: () => number;
  readonly wait?: Wait;
  /** How often to poll without a notification, in ms: for changes by commands, and rows left by killed processes. */
  readonly pollIntervalMs: number;
  readonly onAttempt: (report: Report<C>) => void;
  /** Called when `send` rejects or the database fails: an attempt that can't be recorded is repeated after its lease. */
  readonly onError: (error: unknown) => void;
}

export interface Worker {
  /** Polls. Resolves when everything due has been attempted and recorded. */
  poll(): Promise<void>;
  /**
   * Starts no more attempts, and resolves when those in progress are recorded or `withinMs` have passed. Any that are not
   * recorded by then are repeated, by any process, after their lease.
   */
  stop(withinMs: number): Promise<void>;
}

/** Delivers the due rows of a queue until it is stopped. */
export function startWorker<C extends Claimed>({
  queue,
  sender,
  clock,
  random = Math.random,
  wait = inRealTime,
  pollIntervalMs,
  onAttempt,
  onError,
}: WorkerOptions<C>): Worker {
  const { claims } = queue;
  const { schedule, limits } = sender;
  const now = () => clock().toISOString();
  const slots = deliverySlots<C>(limits);
  const running = new Set<Promise<void>>();
  /** Rows whose attempt is in progress or being recorded. */
  const attempting = new Set<number>();
  const endLongWaits = afterStepBack(clock, () => queue.endLongWaits(longestPausesMs(schedule)));
  const stopSignal = new AbortController();
  let state: State = 'waiting';
  const isIn = (...states: readonly State[]) => states.includes(state);
  /** Destinations left out of the last claim; undefined when nothing was left out. */
  let leftOut: readonly number[] | undefined;
  let cancelWait = () => {};

  function run(work: () => Promise<void>): void {
    const promise = work()
      .catch(onError)
      .finally(() => running.delete(promise));
    running.add(promise);
  }

  async function allEnded(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  function poll(): void {
    if (isIn('polling')) state = 'polling-again';
    if (!isIn('waiting')) return;
    state = 'polling-again';
    cancelWait();
    run(async () => {
      let nextMs = pollIntervalMs;
      try {
        while (isIn('polling-again')) {
          state = 'polling';
          leftOut = undefined;
          await endLongWaits();
          await sender.prepare?.(stopSignal.signal);
          // Working destinations come first.
          nextMs = await claim(false);
          if (limits.failing !== undefined) nextMs = Math.min(nextMs, await claim(true));
        }
      } finally {
        if (isIn('polling', 'polling-again')) {
          state = 'waiting';
          cancelWait = wait(nextMs, poll);
        }
      }
    });
  }

  /** Claims due rows and starts attempts. Returns in how many ms more rows will be due. */
  async function claim(failing: boolean): Promise<number> {
    const except = slots.saturated();
    const inAll = slots.room(failing);
    if (inAll <= 0 || except.length > 0) leftOut = except;
    if (inAll <= 0) return pollIntervalMs;
    const request = { failing: failing ? 1 : 0, except } as const;
    const at = await claims.earliest(request, now());
    const dueInMs = at === null ? pollIntervalMs : Date.parse(at) - clock().getTime();
    if (dueInMs > 0 || stopSignal.signal.aborted) return Math.min(dueInMs, pollIntervalMs);
    const perDestination = (failing ? limits.failing?.perDestination : undefined) ?? limits.claimed;
    const claimed = await claims.take({ ...request, perDestination, inAll }, now());
    // A step of the clock ends every lease at once: rows being attempted must not be sent a second time.
    const idle = claimed.filter(({ id }) => !attempting.has(id));
    giveBack(idle.filter((delivery) => stopSignal.signal.aborted || !slots.add(delivery)));
    begin();
    // More may be due: this claim has skipped rows locked by another process.
    if (claimed.length > 0) poll();
    return pollIntervalMs;
  }

  function begin(): void {
    for (let delivery = slots.acquire(); delivery !== undefined; delivery = slots.acquire()) {
      const one = delivery;
      const claimedAtMs = Date.parse(one.leaseUntil) - queue.leaseMs;
      if (Math.abs(clock().getTime() - claimedAtMs) <= staleMs) run(() => attempt(one));
      else giveBack(slots.discard(one));
    }
    if (leftOut !== undefined && slots.needsRefill(leftOut)) poll();
  }

  async function attempt(delivery: C): Promise<void> {
    const at = now();
    attempting.add(delivery.id);
    const body = await readBody(delivery);
    if (isIn('stopped')) return;
    if (body === undefined) {
      attempting.delete(delivery.id);
      giveBack(slots.discard(delivery));
      return;
    }
    const outcome = await send(delivery, body);
    if (isIn('stopped')) return;
    giveBack(slots.release(delivery, outcome.kind !== 'delivered'));
    begin();
    try {
      await record(delivery, at, outcome);
    } finally {
      attempting.delete(delivery.id);
      slots.recorded(delivery);
      begin();
    }
  }

  /** Returns undefined when there is nothing to send: the row is gone, or the database can't be read. */
  async function readBody({ id }: C): Promise<string | undefined> {
    try {
      return await queue.bodyOf(id);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async function send(delivery: C, body: string): Promise<Outcome> {
    try {
      return await sender.send(delivery, body);
    } catch (error) {
      onError(error);
      return { ...unanswered, failureReason: 'see-log', ms: 0 };
    }
  }

  async function record(delivery: C, at: Instant, outcome: Outcome): Promise<void> {
    const { id, destinationId, attempts } = delivery;
    const { kind, retryAfterSeconds, notBefore, ...result } = outcome;
    const failed = { attempts: attempts + 1, at: clock(), retryAfterSeconds };
    const next = kind === 'retryable' ? nextAttempt(schedule, failed, random) : null;
    const later = next !== null && notBefore !== undefined && notBefore > next ? notBefore : next;
    const nextAt = later?.toISOString() ?? null;
    const verdict =
      kind === 'retryable' ? (nextAt === null ? 'failed' : 'retry') : kind === 'rejected' ? 'failed' : kind;
    const endpointChange = await queue.complete({
      id,
      destinationId,
      attempts,
      at,
      verdict,
      nextAt,
      ...result,
    });
    claims.completed(delivery);
    onAttempt({ delivery, outcome, verdict, nextAt, endpointChange });
    // No timer is set for the next attempt. And both claims of a poll may have missed an endpoint that works again: before
    // this record it was not among the working ones, after it not among the failing ones.
    if (nextAt !== null || endpointChange === 'working') poll();
  }

  function giveBack(deliveries: readonly C[]): void {
    if (deliveries.length === 0) return;
    run(async () => {
      await claims.giveBack(deliveries, now());
      poll();
    });
  }

  const unsubscribe = queue.subscribe(poll);
  poll();
  return {
    poll() {
      poll();
      return allEnded();
    },
    async stop(withinMs) {
      state = 'stopping';
      stopSignal.abort();
      unsubscribe();
      cancelWait();
      giveBack(slots.clear());
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = wait(withinMs, resolve);
      await Promise.race([allEnded(), late]);
      state = 'stopped';
      cancel();
    },
  };
}

function inRealTime(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}
