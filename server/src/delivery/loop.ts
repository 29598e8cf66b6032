import { afterStepBack, type Clock } from '../clock.ts';
import type { Database } from '../database/port.ts';
import type { Instant } from '../database/tables.ts';
import { type Claimed, type ClaimedEndpoint, leaseMs } from '../outbox/claim.ts';
import { openClaims } from '../outbox/claims.ts';
import { type Completion, completeDeliveries, type Switched } from '../outbox/complete.ts';
import { endLongWaits } from '../outbox/long-waits.ts';
import { claimedPerEndpoint, emptyHands, limits } from './hands.ts';
import { type Outcome, type Send, unanswered } from './outcome.ts';
import { nextAttempt } from './schedule.ts';

/**
 * What was claimed longer ago is not begun but claimed again: its endpoint may be off by now, its address another one, its
 * event deleted. Far less than the lease too, within which an attempt, of 20 s at most, must be recorded.
 */
const freshMs = 5_000;

/** Calls `then` after some ms; answers what cancels it. Tests have time of their own. */
export type Wait = (ms: number, then: () => void) => () => void;

/** What became of an attempt, for the log and the metrics. */
export interface Report {
  readonly delivery: Claimed;
  readonly outcome: Outcome;
  readonly verdict: Completion['verdict'];
  readonly nextAt: Instant | null;
  /** What became of the endpoint: when it is held or off, its events wait from now on. */
  readonly switched: Switched;
}

export interface LoopOptions {
  readonly database: Database;
  readonly send: Send;
  /** Reads the stored form of an endpoint's secret. */
  readonly decrypt: (secret: string) => string;
  readonly clock: Clock;
  /** From 0 to 1, 1 excluded. */
  readonly random: () => number;
  readonly wait: Wait;
  /** How often to look without being woken, in ms: for what commands have changed and killed processes have left. */
  readonly lookEveryMs: number;
  readonly onAttempt: (report: Report) => void;
  /**
   * Told when `send` rejects, and when the database can't be asked or told. What could not be recorded is sent again
   * when its lease has ended.
   */
  readonly onError: (error: unknown) => void;
}

export interface DeliveryLoop {
  /**
   * Begins nothing more, and resolves when what runs is recorded or `withinMs` have passed: then somebody else sends
   * that again, when its lease has ended.
   */
  stop(withinMs: number): Promise<void>;
}

/** Delivers whatever is due, until it is stopped. */
export function startDelivery(options: LoopOptions): DeliveryLoop {
  const { database, send, clock, wait, onError } = options;
  const now = () => clock().toISOString();
  const claims = openClaims(database);
  const hands = emptyHands();
  const running = new Set<Promise<void>>();
  /** Deliveries whose attempt runs or is being recorded. */
  const open = new Set<number>();
  const endWaits = afterStepBack(clock, () => database.write(endLongWaits, undefined, clock()));
  /** Decrypted once for all that was claimed of an endpoint together. */
  const secretsOf = new WeakMap<ClaimedEndpoint, readonly string[]>();
  let looking = false;
  let lookAgain = false;
  /** Whether there may be more that is due than there was room for. */
  let more = false;
  /** Endpoints of which there was enough at the last claim. */
  let enough: readonly number[] = [];
  let cancelWait = () => {};
  let stopping = false;
  let abandoned = false;

  function run(work: () => Promise<void>): void {
    const promise = work()
      .catch(onError)
      .finally(() => running.delete(promise));
    running.add(promise);
  }

  function look(): void {
    lookAgain = true;
    if (looking || stopping) return;
    looking = true;
    cancelWait();
    run(async () => {
      let nextMs = options.lookEveryMs;
      try {
        while (lookAgain && !stopping) {
          lookAgain = more = false;
          await endWaits();
          // Those that work come first.
          nextMs = Math.min(await claim(false), await claim(true));
        }
      } finally {
        looking = false;
        if (!stopping) cancelWait = wait(nextMs, look);
      }
    });
  }

  /** Claims what is due and begins with it. Answers in how many ms more will be. */
  async function claim(failing: boolean): Promise<number> {
    enough = hands.enough();
    const inAll = hands.room(failing);
    if (inAll <= 0) {
      more = true;
      return options.lookEveryMs;
    }
    const wanted = { failing: failing ? 1 : 0, except: enough } as const;
    if (enough.length > 0) more = true;
    const at = await claims.earliest(wanted, now());
    const dueInMs = at === null ? options.lookEveryMs : Date.parse(at) - clock().getTime();
    if (dueInMs > 0 || stopping) return Math.min(dueInMs, options.lookEveryMs);
    const perEndpoint = failing ? limits.perFailing : claimedPerEndpoint;
    const claimed = await claims.take({ ...wanted, perEndpoint, inAll }, now());
    // A step of the clock ends every lease at once: what is on its way must not be sent a second time.
    const idle = claimed.filter(({ id }) => !open.has(id));
    giveBack(idle.filter((delivery) => stopping || !hands.take(delivery)));
    begin();
    // What another process is claiming at this instant is not there for this one.
    if (claimed.length > 0) lookAgain = true;
    return options.lookEveryMs;
  }

  function begin(): void {
    for (let delivery = hands.next(); delivery !== undefined; delivery = hands.next()) {
      const one = delivery;
      const claimedAtMs = Date.parse(one.leaseUntil) - leaseMs;
      if (Math.abs(clock().getTime() - claimedAtMs) <= freshMs) run(() => attempt(one));
      else giveBack(hands.skipped(one));
    }
    if (more && hands.runsLow(enough)) look();
  }

  async function attempt(delivery: Claimed): Promise<void> {
    const at = now();
    open.add(delivery.id);
    const outcome = await sendSigned(delivery);
    // The database may be closed by now.
    if (abandoned) return;
    giveBack(hands.ended(delivery, outcome.kind !== 'delivered'));
    begin();
    try {
      await record(delivery, at, outcome);
    } finally {
      open.delete(delivery.id);
      hands.recorded(delivery);
      if (!stopping) begin();
    }
  }

  async function sendSigned({ endpoint, webhookId, body }: Claimed): Promise<Outcome> {
    let secrets = secretsOf.get(endpoint);
    try {
      secrets ??= endpoint.secrets.map(options.decrypt);
      secretsOf.set(endpoint, secrets);
    } catch {
      const cause = 'The signing secret of the endpoint was encrypted with another SECRET_KEY';
      return { ...unanswered, cause, ms: 0 };
    }
    try {
      return await send({ url: endpoint.url, webhookId, body, secrets });
    } catch (error) {
      onError(error);
      return { ...unanswered, cause: 'It could not be sent: the log of accueil says why', ms: 0 };
    }
  }

  async function record(delivery: Claimed, at: Instant, outcome: Outcome): Promise<void> {
    const { kind, retryAfterSeconds, ...seen } = outcome;
    const failed = { attempts: delivery.attempts + 1, at: clock(), retryAfterSeconds };
    const nextAt = kind === 'refused' ? (nextAttempt(failed, options.random)?.toISOString() ?? null) : null;
    const verdict = kind !== 'refused' ? kind : nextAt === null ? 'failed' : 'retry';
    const switched = await database.write(
      completeDeliveries,
      {
        id: delivery.id,
        endpointId: delivery.endpoint.id,
        attempts: delivery.attempts,
        at,
        ...seen,
        verdict,
        nextAt,
      },
      clock(),
    );
    claims.recorded(delivery);
    options.onAttempt({ delivery, outcome, verdict, nextAt, switched });
    // Between the look and now nobody has waited for this one, and an endpoint that works again may have been looked for
    // among those that work before, and among those that fail after it was recorded.
    if (nextAt !== null || switched === 'working') look();
  }

  function giveBack(deliveries: readonly Claimed[]): void {
    if (deliveries.length === 0) return;
    run(async () => {
      await claims.giveBack(deliveries, now());
      look();
    });
  }

  const unwatch = database.watch('outbox', look);
  look();
  return {
    async stop(withinMs) {
      stopping = true;
      unwatch();
      cancelWait();
      giveBack(hands.letGo());
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = wait(withinMs, () => {
        abandoned = true;
        resolve();
      });
      while (running.size > 0 && !abandoned) await Promise.race([Promise.all(running), late]);
      cancel();
    },
  };
}
