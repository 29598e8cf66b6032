import type { Claimed } from '../outbox/claim.ts';

/** How many are sent at the same time: to one endpoint, to one whose last attempt failed, to all such, in all. */
export const limits = { perEndpoint: 2, perFailing: 1, failing: 4, inAll: 16 } as const;
/**
 * Attempts that have begun and are not recorded: so many may be made again when the process is killed. With few, those on
 * their way wait for the commits of the others; with many, what hangs has a larger part of the places (measured).
 */
const mostOpen = 3 * limits.inAll;
/** Claimed at a time of one endpoint: fewer cost a claim for each few, and its secret read again. */
export const claimedPerEndpoint = 32;
/** An endpoint that has so many waiting is not claimed for. */
const enoughWaiting = 4;
/** One that has fewer is worth a claim. */
const lowWater = 2;
/** So many that endpoints which can't have them all fill it only when they fill every place too. */
const mostWaiting = 512;

/** What a process has in hand of one endpoint. */
interface Hand {
  /** Whether its last attempt failed. */
  failing: boolean;
  waiting: Claimed[];
  /** Attempts that run. */
  sending: number;
  /** Attempts that run, or have ended and are not recorded yet. */
  open: number;
}

/**
 * The deliveries that a process has claimed, and which of them it may attempt: one endpoint that hangs must not keep
 * the others waiting, nor may eight of them.
 */
export interface Hands {
  /** Answers false for a delivery that can't be taken: its endpoint has begun to fail since it was asked for. */
  take(delivery: Claimed): boolean;
  /** The next one to attempt, endpoint after endpoint. It counts as begun. */
  next(): Claimed | undefined;
  /** An attempt has ended. Answers what is to be given back: an endpoint that fails keeps nothing waiting. */
  ended(delivery: Claimed, failed: boolean): readonly Claimed[];
  /** It was not attempted after all. Answers what is to be given back with it: what was claimed at the same time. */
  skipped(delivery: Claimed): readonly Claimed[];
  /** An attempt is recorded. */
  recorded(delivery: Claimed): void;
  /** How many more can be claimed of endpoints that fail, or that don't. */
  room(failing: boolean): number;
  /** Endpoints of which there are enough. */
  enough(): readonly number[];
  /**
   * Asked when nothing more may begin: whether that is for want of deliveries, or there is soon to be a want of those of
   * one of these endpoints.
   */
  runsLow(endpoints: readonly number[]): boolean;
  /** Everything that has not begun, to be given back. */
  letGo(): readonly Claimed[];
}

/** Whether there is so much left of an endpoint. One that fails has enough with one. */
function has({ failing, waiting, open }: Hand, enough: number): boolean {
  return failing ? waiting.length + open > 0 : waiting.length >= enough;
}

export function emptyHands(): Hands {
  /** In the order of their turns. */
  const hands = new Map<number, Hand>();
  const sum = (of: (hand: Hand) => number) => {
    let all = 0;
    for (const hand of hands.values()) all += of(hand);
    return all;
  };

  /** Whether one more may be on its way. */
  const hasPlace = () => sum(({ sending }) => sending) < limits.inAll && sum(({ open }) => open) < mostOpen;
  const waitingInAll = () => sum(({ waiting }) => waiting.length);

  function handOf({ endpoint }: Claimed): Hand {
    const found = hands.get(endpoint.id);
    if (found !== undefined) return found;
    const hand = { failing: endpoint.failing, waiting: [], sending: 0, open: 0 };
    hands.set(endpoint.id, hand);
    return hand;
  }

  function mayBegin({ failing, waiting, sending, open }: Hand): boolean {
    if (waiting.length === 0) return false;
    if (!failing) return sending < limits.perEndpoint;
    return open < limits.perFailing && sum((one) => (one.failing ? one.sending : 0)) < limits.failing;
  }

  function forgetEmpty(id: number, { waiting, open }: Hand): void {
    if (waiting.length === 0 && open === 0) hands.delete(id);
  }

  return {
    take(delivery) {
      const hand = handOf(delivery);
      if (hand.failing && hand.waiting.length + hand.open > 0) return false;
      hand.waiting.push(delivery);
      return true;
    },
    next() {
      if (!hasPlace()) return;
      for (const [id, hand] of hands) {
        if (!mayBegin(hand)) continue;
        hand.sending++;
        hand.open++;
        hands.delete(id);
        hands.set(id, hand);
        return hand.waiting.shift();
      }
    },
    ended(delivery, failed) {
      const hand = handOf(delivery);
      hand.sending--;
      hand.failing = failed;
      return failed ? hand.waiting.splice(0) : [];
    },
    skipped(delivery) {
      const hand = handOf(delivery);
      hand.sending--;
      hand.open--;
      const waiting = hand.waiting.splice(0);
      forgetEmpty(delivery.endpoint.id, hand);
      return [delivery, ...waiting];
    },
    recorded(delivery) {
      const hand = handOf(delivery);
      hand.open--;
      forgetEmpty(delivery.endpoint.id, hand);
    },
    room: (failing) =>
      failing
        ? limits.failing - sum((hand) => (hand.failing ? hand.waiting.length + hand.open : 0))
        : mostWaiting - waitingInAll(),
    enough: () => [...hands].filter(([, hand]) => has(hand, enoughWaiting)).map(([id]) => id),
    runsLow(endpoints) {
      if (hasPlace()) return true;
      // Room for one would cost a transaction for one.
      if (waitingInAll() > mostWaiting / 2) return false;
      return endpoints.some((id) => {
        const hand = hands.get(id);
        return hand === undefined || !has(hand, lowWater);
      });
    },
    letGo: () =>
      [...hands].flatMap(([id, hand]) => {
        const waiting = hand.waiting.splice(0);
        forgetEmpty(id, hand);
        return waiting;
      }),
  };
}
