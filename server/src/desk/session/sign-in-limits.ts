import { throwIfBusy } from '../../access/hashing.ts';
import type { MonotonicClock } from '../../clock.ts';
import { limiter, refuseFor, wrongGuesses } from '../../http/limiter.ts';
import { loginThrottle } from './login-throttle.ts';

/** Wrong passwords of strangers from all addresses together: each costs a hash and a line of the audit trail. */
const wrongFromStrangers = { most: 100, windowMs: 5 * 60_000 };
/** Wrong codes for one user from addresses that are not known. Three of a million are good at a time. */
const wrongCodesFromStrangers = { most: 50, windowMs: 24 * 60 * 60_000 };

/** Somebody who tries to sign in. */
export interface SignInAttempt {
  /** Whose tries slow each other down: of a user from an address, or of those who show the same recovery code. */
  readonly throttleKey: string;
  /** The group of network addresses that it comes from. */
  readonly from: string;
  /** Whether this user has signed in from there before, or shows a recovery code: limits of strangers are not for them. */
  readonly isKnown: boolean;
}

/**
 * How often anybody may be wrong: of one user from one address, which slows down; strangers from one address, and from
 * all. Counted as wrong until it has turned out right: a hundred at once would all be let through otherwise.
 */
export interface SignInLimits {
  /** Before a password is hashed. Throws 429 over a limit, and when too many are being hashed. */
  beforePassword(attempt: SignInAttempt): void;
  /** The password was right: the ones of this throttleKey that were wrong are forgotten. */
  rightPassword(throttleKey: string): void;
  /** Before a code is tried. Throws 429 over a limit. */
  beforeCode(attempt: SignInAttempt, userId: number): void;
  /** The user was let in. `withCode`: by a code that {@link beforeCode} has counted. */
  signedIn(attempt: SignInAttempt, userId: number, withCode: boolean): void;
  /** A wrong invitation. Throws 429 over the limit of its address. */
  wrongInvitation(from: string): void;
  /** Before a password is hashed for somebody who is signed in or was invited. Throws as {@link beforePassword} does. */
  beforeOwnPassword(throttleKey: string): void;
}

const global = '';

/** Limits of this process: several processes allow as many times more. */
export function signInLimits(clock: MonotonicClock): SignInLimits {
  const byAddress = limiter({ ...wrongGuesses, clock });
  const fromStrangers = limiter({ ...wrongFromStrangers, clock });
  const codesFromStrangers = limiter({ ...wrongCodesFromStrangers, clock });
  const passwords = loginThrottle(clock);
  const codes = loginThrottle(clock);

  function takePassword(throttleKey: string): void {
    refuseFor(passwords.take(throttleKey), 'Too many wrong passwords for this user from this address');
  }

  return {
    beforePassword({ throttleKey, from, isKnown }) {
      throwIfBusy(isKnown ? 'known' : 'stranger');
      // Whoever knows the password could have it hashed for each code otherwise.
      refuseFor(codes.waitSeconds(throttleKey), 'Too many wrong codes for this user from this address');
      if (isKnown) {
        takePassword(throttleKey);
        return;
      }
      // Nothing is counted of what another limit refuses.
      refuseFor(
        passwords.waitSeconds(throttleKey),
        'Too many wrong passwords for this user from this address',
      );
      refuseFor(fromStrangers.waitSeconds(global), 'Too many wrong passwords at the moment');
      refuseFor(byAddress.take(from), 'Too many wrong passwords from this address');
      fromStrangers.take(global);
      passwords.take(throttleKey);
    },
    rightPassword: passwords.reset,
    beforeCode({ throttleKey, isKnown }, userId) {
      refuseFor(codes.take(throttleKey), 'Too many wrong codes for this user from this address');
      if (!isKnown)
        refuseFor(
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
      refuseFor(byAddress.take(from), 'Too many wrong invitations from this address');
    },
    beforeOwnPassword(throttleKey) {
      throwIfBusy('known');
      takePassword(throttleKey);
    },
  };
}
