import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type HashedFor, inTurn } from './hashing.ts';

const derive = promisify(argon2);

/** Shortest password of a user, in code points. */
export const shortestLoginPassword = 12;
/** Longest: hashing a whole book would take as long. */
export const longestLoginPassword = 200;
/** Of how many characters it is judged how easily they are guessed: of 200 that took seconds, in which nobody was answered. */
const judgedCharacters = 40;

// What OWASP's Password Storage Cheat Sheet asks for at least: 19 MiB, two passes, one lane; about 25 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const saltBytes = 16;

/**
 * The hash under which a user's password is kept: argon2id, in PHC form. Throws {@link HashingBusy} when this process has
 * too many to hash.
 */
export async function hashLoginPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const tag = await inTurn('known', () => derive('argon2id', parameters(password, { ...cost, nonce })));
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * Whether a password is the one of a hash. With no hash the answer is no, and takes as long. Throws {@link HashingBusy} when
 * this process has too many to hash.
 */
export async function isLoginPassword(
  password: string,
  kept: string | null,
  hashedFor: HashedFor,
): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(kept ?? nobodys);
  if (found === null) throw new Error('A kept password hash is not in the form that we write');
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found;
  const expected = Buffer.from(tag, 'base64');
  const given = await inTurn(hashedFor, () =>
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
  return timingSafeEqual(given, expected) && kept !== null;
}

/** Of the same cost as anybody's. */
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function parameters(password: string, rest: Omit<Argon2Parameters, 'message'>): Argon2Parameters {
  // The same letters whichever keyboard typed them.
  return { message: Buffer.from(password.normalize('NFKC')), ...rest };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/**
 * What is wrong with a password that somebody has chosen, as an expectation; undefined when nothing is. `known`: what
 * an attacker knows of the user: name, e-mail address.
 */
export async function weaknessOf(password: string, known: readonly string[]): Promise<string | undefined> {
  const characters = [...password];
  const { length } = characters;
  if (length < shortestLoginPassword) return `expected at least ${shortestLoginPassword} characters`;
  if (length > longestLoginPassword) return `expected at most ${longestLoginPassword} characters`;
  guess ??= await openGuessing();
  const judged = characters.slice(0, judgedCharacters).join('');
  return guess(judged, known) ? 'expected one that is not so easily guessed' : undefined;
}

let guess: ((password: string, known: readonly string[]) => boolean) | undefined;

/** Lists of common passwords and words, megabytes of them: loaded when a password is chosen. */
async function openGuessing() {
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
    // 0 to 4: from 3 on guessing takes a hundred million tries.
    zxcvbn.check(password, [...known, 'accueil']).score < 3;
}
