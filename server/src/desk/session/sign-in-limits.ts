import { throwIfBusy } from '../../access/hashing.ts';
import { dayMs, type MonotonicClock } from '../../clock.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../../http/limiter.ts';
import { loginThrottle } from './login-throttle.ts';

/** Wrong passwords of all strangers together: each costs a hash and an audit line. */
const wrongFromStrangers = { max: 100, windowMs: 5 * 60_000 };
/** Wrong codes for one user from unknown addresses. Three codes of a million are valid at a time. */
const wrongCodesFromStrangers = { max: 50, windowMs: dayMs };

interface SignInAttempt {
  /** Attempts with the same key delay each other: by user and address, or by recovery code. */
  readonly throttleKey: string;
  /** The group of network addresses. */
  readonly from: string;
  /** Whether the user has signed in from there before or sends a recovery code: the limits of strangers don't apply. */
  readonly isKnown: boolean;
}

/**
 * Limits wrong sign-ins: delays by user and address; for strangers, limits by address and in total. Each attempt counts as
 * wrong until it has turned out right; otherwise 100 concurrent guesses would all pass.
 */
export interface SignInLimits {
  /** Call before hashing a password. Throws 429 over a limit, and when too many are being hashed. */
  beforePassword(attempt: SignInAttempt): void;
  /** The password was right: forgets the wrong ones of this key. */
  rightPassword(throttleKey: string): void;
  /** Call before checking a code. Throws 429 over a limit. */
  beforeCode(attempt: SignInAttempt, userId: number): void;
  /** The user has signed in. `withCode`: with a code that {@link beforeCode} has counted. */
  signedIn(attempt: SignInAttempt, userId: number, withCode: boolean): void;
  /** Counts a wrong invitation. Throws 429 over the limit of its address. */
  wrongInvitation(from: string): void;
  /** Call before hashing a password of a signed-in or invited user. Throws as {@link beforePassword} does. */
  beforeOwnPassword(throttleKey: string): void;
}

const global = '';

/** Counts in this process: several processes allow that many times more. */
export function signInLimits(clock: MonotonicClock): SignInLimits {
  const byAddress = limiter({ ...wrongGuesses, clock });
  const fromStrangers = limiter({ ...wrongFromStrangers, clock });
  const codesFromStrangers = limiter({ ...wrongCodesFromStrangers, clock });
  const passwords = loginThrottle(clock);
  const codes = loginThrottle(clock);

  function takePassword(throttleKey: string): void {
    throwIfLimited(passwords.take(throttleKey), 'Too many wrong passwords for this user from this address');
  }

  return {
    beforePassword({ throttleKey, from, isKnown }) {
      throwIfBusy(isKnown ? 'known' : 'stranger');
      // Otherwise an attacker who knows the password could cause a hash with each wrong code.
      throwIfLimited(codes.waitSeconds(throttleKey), 'Too many wrong codes for this user from this address');
      if (isKnown) {
        takePassword(throttleKey);
        return;
      }
      // Check all limits first: what one of them refuses must not count for another.
      throwIfLimited(
        passwords.waitSeconds(throttleKey),
        'Too many wrong passwords for this user from this address',
      );
      throwIfLimited(fromStrangers.waitSeconds(global), 'Too many wrong passwords at the moment');
      throwIfLimited(byAddress.take(from), 'Too many wrong passwords from this address');
      fromStrangers.take(global);
      passwords.take(throttleKey);
    },
    rightPassword: passwords.reset,
    beforeCode({ throttleKey, isKnown }, userId) {
      throwIfLimited(codes.take(throttleKey), 'Too many wrong codes for this user from this address');
      if (!isKnown)
        throwIfLimited(
          codesFromStrangers.take(`${userId}`),
          'Too many wrong codes for this user from addresses that are new: use a recovery code',
        );
    },
    signedIn({ throttleKey, from, isKnown }, userId, withCode) {
      if (withCode) codes.reset(throttleKey);
      if (isKnown) return;
      byAddress.giveBack(from);
      fromStrangers.giveBack(global);
      if (withCode) codesFromStrangers.giveBack(`${userId}`);
    },
    wrongInvitation(from) {
      throwIfLimited(byAddress.take(from), 'Too many wrong invitations from this address');
    },
    beforeOwnPassword(throttleKey) {
      throwIfBusy('known');
      takePassword(throttleKey);
    },
  };
}
