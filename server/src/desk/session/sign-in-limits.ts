import { refuseWhenBusy } from '../../access/hashing.ts';
import type { MonotonicClock } from '../../clock.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../../http/limiter.ts';
import { slowingDown } from './login-throttle.ts';

/** Wrong passwords of strangers from all addresses together: each costs a hash and a line of the audit trail. */
const wrongFromStrangers = { max: 100, windowMs: 5 * 60_000 };
/** Wrong codes for one user from addresses that are not known. Three of a million are good at a time. */
const wrongCodesFromStrangers = { max: 50, windowMs: 24 * 60 * 60_000 };

/** Somebody who tries to sign in. */
export interface SignInTry {
  /** Whose tries slow each other down: of a user from an address, or of those who show the same recovery code. */
  readonly place: string;
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
  beforePassword(attempt: SignInTry): void;
  /** The password was right: the ones of this place that were wrong are forgotten. */
  rightPassword(place: string): void;
  /** Before a code is tried. Throws 429 over a limit. */
  beforeCode(attempt: SignInTry, userId: number): void;
  /** The user was let in. `withCode`: by a code that {@link beforeCode} has counted. */
  signedIn(attempt: SignInTry, userId: number, withCode: boolean): void;
  /** A wrong invitation. Throws 429 over the limit of its address. */
  wrongInvitation(from: string): void;
  /** Before a password is hashed for somebody who is signed in or was invited. Throws as {@link beforePassword} does. */
  beforeOwnPassword(place: string): void;
}

const everybody = '';

/** Limits of this process: several processes allow as many times more. */
export function signInLimits(clock: MonotonicClock): SignInLimits {
  const byAddress = limiter({ ...wrongGuesses, clock });
  const fromStrangers = limiter({ ...wrongFromStrangers, clock });
  const codesFromStrangers = limiter({ ...wrongCodesFromStrangers, clock });
  const passwords = slowingDown(clock);
  const codes = slowingDown(clock);

  function takePassword(place: string): void {
    throwIfLimited(passwords.take(place), 'Too many wrong passwords for this user from this address');
  }

  return {
    beforePassword({ place, from, isKnown }) {
      refuseWhenBusy(isKnown ? 'known' : 'stranger');
      // Whoever knows the password could have it hashed for each code otherwise.
      throwIfLimited(codes.waitSeconds(place), 'Too many wrong codes for this user from this address');
      if (isKnown) {
        takePassword(place);
        return;
      }
      // Nothing is counted of what another limit refuses.
      throwIfLimited(
        passwords.waitSeconds(place),
        'Too many wrong passwords for this user from this address',
      );
      throwIfLimited(fromStrangers.waitSeconds(everybody), 'Too many wrong passwords at the moment');
      throwIfLimited(byAddress.take(from), 'Too many wrong passwords from this address');
      fromStrangers.take(everybody);
      passwords.take(place);
    },
    rightPassword: passwords.right,
    beforeCode({ place, isKnown }, userId) {
      throwIfLimited(codes.take(place), 'Too many wrong codes for this user from this address');
      if (!isKnown)
        throwIfLimited(
          codesFromStrangers.take(`${userId}`),
          'Too many wrong codes for this user from addresses that are new: use a recovery code',
        );
    },
    signedIn({ place, from, isKnown }, userId, withCode) {
      if (withCode) codes.right(place);
      if (isKnown) return;
      byAddress.giveBack(from);
      fromStrangers.giveBack(everybody);
      if (withCode) codesFromStrangers.giveBack(`${userId}`);
    },
    wrongInvitation(from) {
      throwIfLimited(byAddress.take(from), 'Too many wrong invitations from this address');
    },
    beforeOwnPassword(place) {
      refuseWhenBusy('known');
      takePassword(place);
    },
  };
}
