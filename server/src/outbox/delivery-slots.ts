import type { Claimed } from './queues.ts';

/** How many attempts a worker makes concurrently. */
export interface Limits {
  readonly perDestination: number;
  readonly inAll: number;
  /** The same for destinations whose last attempt failed; undefined where one failure says nothing about the next. */
  readonly failing: { readonly perDestination: number; readonly inAll: number } | undefined;
  /**
   * Attempts started and not yet recorded: at most this many are repeated when the process is killed. If it is low,
   * sending waits for the commits of other attempts.
   */
  readonly unrecorded: number;
  /** Rows per claim and destination: smaller claims cost more transactions. */
  readonly claimed: number;
}

/** A destination with this many waiting is left out of the next claim. */
const saturatedAt = 4;
/** A destination with fewer than this is worth a claim. */
const lowWater = 2;
/** High enough that destinations whose backlog is stuck fill it only if they fill every slot too. */
const maxWaiting = 512;

/** Rows a worker has claimed for one destination. */
interface Backlog<C> {
  failing: boolean;
  waiting: C[];
  sending: number;
  /** Attempts in progress, or finished and not yet recorded. */
  unrecorded: number;
}

/** Whether the backlog has at least `enough` rows. For a failing destination one is enough. */
function has<C>({ failing, waiting, unrecorded }: Backlog<C>, enough: number): boolean {
  return failing ? waiting.length + unrecorded > 0 : waiting.length >= enough;
}

/**
 * The rows a worker has claimed, and which of them may be attempted: destinations that hang, even eight of them, must
 * not block the others.
 */
export function deliverySlots<C extends Claimed>(limits: Limits) {
  /** By destination, in round-robin order. */
  const backlogs = new Map<number, Backlog<C>>();
  const sum = (of: (backlog: Backlog<C>) => number) => {
    let all = 0;
    for (const backlog of backlogs.values()) all += of(backlog);
    return all;
  };
  const hasFreeSlot = () =>
    sum(({ sending }) => sending) < limits.inAll && sum(({ unrecorded }) => unrecorded) < limits.unrecorded;
  const waitingInAll = () => sum(({ waiting }) => waiting.length);

  function backlogOf({ destinationId, failing }: C): Backlog<C> {
    const found = backlogs.get(destinationId);
    if (found !== undefined) return found;
    const backlog = { failing, waiting: [], sending: 0, unrecorded: 0 };
    backlogs.set(destinationId, backlog);
    return backlog;
  }

  function mayBegin({ failing, waiting, sending, unrecorded }: Backlog<C>): boolean {
    if (waiting.length === 0) return false;
    if (!failing || limits.failing === undefined) return sending < limits.perDestination;
    const { perDestination, inAll } = limits.failing;
    return unrecorded < perDestination && sum((one) => (one.failing ? one.sending : 0)) < inAll;
  }

  function forgetEmpty(destinationId: number, { waiting, unrecorded }: Backlog<C>): void {
    if (waiting.length === 0 && unrecorded === 0) backlogs.delete(destinationId);
  }

  return {
    /** Adds to the backlog. Returns false when the destination has started to fail since the claim and has enough. */
    add(delivery: C): boolean {
      const backlog = backlogOf(delivery);
      if (backlog.failing && has(backlog, 1)) return false;
      backlog.waiting.push(delivery);
      return true;
    },
    /** Takes a slot for the next row, round-robin by destination. Undefined when no attempt may start. */
    acquire(): C | undefined {
      if (!hasFreeSlot()) return;
      for (const [id, backlog] of backlogs) {
        if (!mayBegin(backlog)) continue;
        backlog.sending++;
        backlog.unrecorded++;
        backlogs.delete(id);
        backlogs.set(id, backlog);
        return backlog.waiting.shift();
      }
    },
    /** Frees the slot of a finished attempt. Returns the rows to give back: a failing destination keeps no backlog. */
    release(delivery: C, failed: boolean): readonly C[] {
      const backlog = backlogOf(delivery);
      backlog.sending--;
      backlog.failing = failed && limits.failing !== undefined;
      return backlog.failing ? backlog.waiting.splice(0) : [];
    },
    /** Frees the slot of a stale row. Returns the rows to give back: this one and those claimed together with it. */
    discard(delivery: C): readonly C[] {
      const backlog = backlogOf(delivery);
      backlog.sending--;
      backlog.unrecorded--;
      const waiting = backlog.waiting.splice(0);
      forgetEmpty(delivery.destinationId, backlog);
      return [delivery, ...waiting];
    },
    /** To be called once the outcome of the attempt is stored. */
    recorded(delivery: C): void {
      const backlog = backlogOf(delivery);
      backlog.unrecorded--;
      forgetEmpty(delivery.destinationId, backlog);
    },
    /** How many more rows can be claimed for destinations that fail, or for those that don't. */
    room: (failing: boolean) =>
      failing
        ? (limits.failing?.inAll ?? 0) -
          sum((backlog) => (backlog.failing ? backlog.waiting.length + backlog.unrecorded : 0))
        : maxWaiting - waitingInAll(),
    /** Destinations to leave out of the next claim. */
    saturated: () => [...backlogs].filter(([, backlog]) => has(backlog, saturatedAt)).map(([id]) => id),
    /** Whether slots are idle for lack of deliveries, or one of these destinations runs low. */
    needsRefill(destinations: readonly number[]): boolean {
      if (hasFreeSlot()) return true;
      // Refilling one by one would cost a transaction per row.
      if (waitingInAll() > maxWaiting / 2) return false;
      return destinations.some((id) => {
        const backlog = backlogs.get(id);
        return backlog === undefined || !has(backlog, lowWater);
      });
    },
    /** Empties the backlog and returns it, to be given back. */
    clear: () =>
      [...backlogs].flatMap(([id, backlog]) => {
        const waiting = backlog.waiting.splice(0);
        forgetEmpty(id, backlog);
        return waiting;
      }),
  };
}
