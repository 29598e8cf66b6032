import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type HashPriority, queueHash } from './hashing.ts';

const derive = promisify(argon2);

/** In code points. */
export const minLoginPasswordLength = 12;
/** Bounds the time of hashing. */
const maxLoginPasswordLength = 200;
/** Scoring 200 characters blocked the event loop for seconds. */
const maxScoredCharacters = 40;

// The minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane; about 25 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const saltBytes = 16;

/**
 * Returns the hash to store for a user's password: argon2id, in PHC form. Throws {@link HashingBusy} when too many are
 * waiting.
 */
export async function hashLoginPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const tag = await queueHash('known', () => derive('argon2id', parameters(password, { ...cost, nonce })));
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * Whether a password matches a stored hash. Without a hash returns false after the same time. Throws {@link HashingBusy}
 * when too many are waiting.
 */
export async function isLoginPassword(
  password: string,
  storedHash: string | null,
  priority: HashPriority,
): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(storedHash ?? dummyHash);
  if (found === null) throw new Error('A kept password hash is not in the form that we write');
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found;
  const expected = Buffer.from(tag, 'base64');
  const given = await queueHash(priority, () =>
    derive(
      'argon2id',
      parameters(password, {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length,
        nonce: Buffer.from(nonce, 'base64'),
      }),
    ),
  );
  return timingSafeEqual(given, expected) && storedHash !== null;
}

/** Has the cost of a real one, so that the time does not tell whether a user exists. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function parameters(password: string, rest: Omit<Argon2Parameters, 'message'>): Argon2Parameters {
  // Keyboards encode the same letters differently.
  return { message: Buffer.from(password.normalize('NFKC')), ...rest };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}

/**
 * Returns why a chosen password is too weak, as « expected … »; undefined for one that is good enough. `known`: what an
 * attacker knows about the user, such as name and e-mail address.
 */
export async function passwordWeakness(
  password: string,
  known: readonly string[],
): Promise<string | undefined> {
  const characters = [...password];
  const { length } = characters;
  if (length < minLoginPasswordLength) return `expected at least ${minLoginPasswordLength} characters`;
  if (length > maxLoginPasswordLength) return `expected at most ${maxLoginPasswordLength} characters`;
  isEasilyGuessed ??= await loadStrengthEstimator();
  const scored = characters.slice(0, maxScoredCharacters).join('');
  return isEasilyGuessed(scored, known) ? 'expected one that is not so easily guessed' : undefined;
}

let isEasilyGuessed: ((password: string, known: readonly string[]) => boolean) | undefined;

/** Loads megabytes of common passwords and words, which are needed only when a password is chosen. */
async function loadStrengthEstimator() {
  const [{ ZxcvbnFactory }, common, french] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...french.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return (password: string, known: readonly string[]) =>
    // From a score of 3 (of 4) on, guessing takes a hundred million tries.
    zxcvbn.check(password, [...known, 'accueil']).score < 3;
}
