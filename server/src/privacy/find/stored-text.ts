import { unaccented } from '../../entries/search/search-terms.ts';

/** In UTF-16 units. Reading one takes a few milliseconds, whatever it holds. */
const pieceLength = 8_192;
/** What is looked for is shorter, and so is whole in one of two pieces. */
const overlap = 1_024;

/** Returns a text in pieces that overlap. No word is cut unless it is longer than the overlap. */
export function* piecesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > pieceLength) {
    const end = breakBefore(text, from + pieceLength);
    yield text.slice(from, end);
    from = breakBefore(text, end - overlap);
  }
  yield text.slice(from);
}

/** The last sign between two words before an index, or that index where there is none near. */
function breakBefore(text: string, index: number): number {
  for (let i = index; i > index - overlap; i--) if (!isAlphanumeric(text.charAt(i))) return i;
  return index;
}

/** A text as it may have been meant: decoded. What is derived from it is made when it is needed. */
export class Reading {
  readonly text: string;
  #small: string | undefined;
  #words: string | undefined;
  #joined: Joined | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** In lower case, without accents, ligatures split. */
  get small(): string {
    this.#small ??= unaccented(this.text);
    return this.#small;
  }

  /** The words of {@link small}, with a space before and after each. */
  get words(): string {
    this.#words ??= ` ${this.small.replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
    return this.#words;
  }

  /** The words of {@link small} without what joins or parts the words of a name: « D’Haënens », « Anne-Lodie », « Le Febvre ». */
  get joined(): Joined {
    this.#joined ??= joined(this.small.matchAll(inNames).map(([, word = ' ']) => word));
    return this.#joined;
  }
}

/** Words without what was between them. */
export interface Joined {
  readonly text: string;
  /** The indexes at which a word begins or ends. */
  readonly edges: ReadonlySet<number>;
}

export function joined(words: Iterable<string>): Joined {
  const edges = new Set<number>();
  let text = '';
  for (const word of words) {
    edges.add(text.length);
    text += word;
    edges.add(text.length);
  }
  return { text, edges };
}

/** Words, and what can't stand inside a name: other signs, or more than two of these. */
const inNames = /([\p{L}\p{N}]+)|[\p{Pd} '’‘`]{3,}|[^\p{L}\p{N}\p{Pd} '’‘`]+/gu;

/**
 * Returns the ways to read a stored text. It may be plain, or JSON, or JSON that a receiver has written into a text of its
 * own JSON, perhaps cut off. In JSON `\nMartin` is a line break and a name.
 */
export function readingsOf(text: string, isJson: boolean): Reading[] {
  if (!text.includes('\\')) return [new Reading(text)];
  const once = unescaped(text);
  const twice = once.includes('\\') ? [unescaped(once)] : [];
  return [...(isJson ? [] : [text]), once, ...twice].map((one) => new Reading(one));
}

const signs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes the escapes of JSON, in what need not be whole or valid. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|([bfnrt"\\/]))/g, (_, hex?: string, sign = '') =>
    hex === undefined ? (signs[sign] ?? sign) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function isAlphanumeric(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
