import type { Claimed } from './queues.ts';

/** How many attempts a worker makes at the same time. */
export interface Limits {
  /** To one destination. */
  readonly perDestination: number;
  readonly inAll: number;
  /** The same for destinations whose last attempt failed; undefined where a failure says nothing about others. */
  readonly failing: { readonly perDestination: number; readonly inAll: number } | undefined;
  /**
   * Attempts that have begun and are not recorded: so many may be made again when the process is killed. With few, sending
   * waits for the commits of other attempts.
   */
  readonly unrecorded: number;
  /** Claimed at a time of one destination: few cost a claim for each few. */
  readonly claimed: number;
}

/** A destination with so many waiting is left out of the next claim. */
const saturatedAt = 4;
/** One with fewer is worth a claim. */
const lowWater = 2;
/** So many that destinations which can't have them all fill it only when they fill every slot too. */
const maxWaiting = 512;

/** What a worker has claimed of one destination. */
interface Backlog<C> {
  /** Whether the last attempt failed. */
  failing: boolean;
  waiting: C[];
  /** Attempts that run. */
  sending: number;
  /** Attempts that run, or have ended and are not recorded yet. */
  unrecorded: number;
}

/**
 * What a worker has claimed, and which of it may be attempted: one destination that hangs must not keep the others
 * waiting, nor may eight of them.
 */
export interface DeliverySlots<C extends Claimed> {
  /** Adds to the backlog. Returns false when the destination has begun to fail since the claim and has enough. */
  add(delivery: C): boolean;
  /** The next one to attempt, with a slot; destinations take turns. Undefined when nothing may begin. */
  acquire(): C | undefined;
  /** Frees the slot of an attempt that has ended. Returns what to give back: a failing destination keeps no backlog. */
  release(delivery: C, failed: boolean): readonly C[];
  /** Frees the slot of one that was claimed too long ago. Returns what to give back: it and what was claimed with it. */
  discard(delivery: C): readonly C[];
  /** The outcome of an attempt is stored. */
  recorded(delivery: C): void;
  /** How many more can be claimed of destinations that fail, or of those that don't. */
  room(failing: boolean): number;
  /** Destinations that need no more at the moment. */
  saturated(): readonly number[];
  /** When nothing more may begin: whether that is for want of deliveries, or one of these destinations runs low. */
  needsRefill(destinations: readonly number[]): boolean;
  /** Empties the backlog. Returns it, to be given back. */
  clear(): readonly C[];
}

/** Whether the backlog has at least `enough`. For a failing destination one is enough. */
function has<C>({ failing, waiting, unrecorded }: Backlog<C>, enough: number): boolean {
  return failing ? waiting.length + unrecorded > 0 : waiting.length >= enough;
}

export function deliverySlots<C extends Claimed>(limits: Limits): DeliverySlots<C> {
  /** By destination, in the order of their turns. */
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
    add(delivery) {
      const backlog = backlogOf(delivery);
      if (backlog.failing && has(backlog, 1)) return false;
      backlog.waiting.push(delivery);
      return true;
    },
    acquire() {
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
    release(delivery, failed) {
      const backlog = backlogOf(delivery);
      backlog.sending--;
      backlog.failing = failed && limits.failing !== undefined;
      return backlog.failing ? backlog.waiting.splice(0) : [];
    },
    discard(delivery) {
      const backlog = backlogOf(delivery);
      backlog.sending--;
      backlog.unrecorded--;
      const waiting = backlog.waiting.splice(0);
      forgetEmpty(delivery.destinationId, backlog);
      return [delivery, ...waiting];
    },
    recorded(delivery) {
      const backlog = backlogOf(delivery);
      backlog.unrecorded--;
      forgetEmpty(delivery.destinationId, backlog);
    },
    room: (failing) =>
      failing
        ? (limits.failing?.inAll ?? 0) -
          sum((backlog) => (backlog.failing ? backlog.waiting.length + backlog.unrecorded : 0))
        : maxWaiting - waitingInAll(),
    saturated: () => [...backlogs].filter(([, backlog]) => has(backlog, saturatedAt)).map(([id]) => id),
    needsRefill(destinations) {
      if (hasFreeSlot()) return true;
      // Room for one would cost a transaction for one.
      if (waitingInAll() > maxWaiting / 2) return false;
      return destinations.some((id) => {
        const backlog = backlogs.get(id);
        return backlog === undefined || !has(backlog, lowWater);
      });
    },
    clear: () =>
      [...backlogs].flatMap(([id, backlog]) => {
        const waiting = backlog.waiting.splice(0);
        forgetEmpty(id, backlog);
        return waiting;
      }),
  };
}
