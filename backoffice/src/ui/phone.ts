/** A phone number as it is shown and dialled. */
export interface Phone {
  /** `06 12 34 56 78`, `+32 470 12 34 56`; as typed when it can't be read as one number. */
  readonly text: string;
  /** The `tel:` address; undefined when it can't be dialled. */
  readonly link: string | undefined;
}

const between = /[;,]|\/(?=\s|\d{10})|\bou\b/;
const separators = /[\s()./\u2010-\u2015-]+/g;
/** The country codes of one and two digits; the others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;
/** France and its overseas departments, whose numbers are dialled with a zero. */
const national = /^(?:33|262|590|594|596)?0?([1-9]\d{8})$/;

/** The parts of a text that holds several numbers: « 06 39 98 12 34 ou 02 41 12 34 56 ». */
export function numbersIn(typed: string): string[] {
  const parts = typed.split(between).map((part) => part.trim());
  return parts.some((part) => digitsOf(part) !== undefined) ? parts.filter((part) => part !== '') : [typed];
}

/** Reads a typed phone number. */
export function readPhone(typed: string): Phone {
  // Of two numbers the first is dialled.
  const [first = ''] = typed.split(between);
  const number = digitsOf(first);
  if (number === undefined) return { text: typed, link: undefined };
  return {
    text: first === typed ? grouped(number) : typed,
    link: `tel:${number}`,
  };
}

/** `+33639981234` for `+33 (0)6 39 98 12 34`, `0639981234` for `06.39.98.12.34`. */
function digitsOf(typed: string): string | undefined {
  const dense = typed.normalize('NFKC').replace(/\(0\)/, '').replace(separators, '').replace(/^00/, '+');
  if (!/^\+?\d{4,15}$/.test(dense)) return undefined;
  return dense.replace(/^\+(33|262|590|594|596)0(?=\d{9}$)/, '+$1');
}

function grouped(number: string): string {
  const isAbroad = number.startsWith('+');
  const digits = isAbroad ? number.slice(1) : number;
  const [, own] = (isAbroad || digits.startsWith('0') ? national.exec(digits) : null) ?? [];
  if (own !== undefined) return inPairs(`0${own}`);
  const [, country, rest] = (isAbroad ? countryCode.exec(digits) : null) ?? [];
  return country === undefined || rest === undefined ? number : `+${country} ${inPairs(rest)}`;
}

/** `0612345678` → `06 12 34 56 78`; the first of an odd number of digits are three. */
function inPairs(digits: string): string {
  const [head = '', tail = ''] =
    digits.length % 2 === 0 ? ['', digits] : [digits.slice(0, 3), digits.slice(3)];
  return [head, ...(tail.match(/\d\d/g) ?? [])].filter((part) => part !== '').join(' ');
}
