import { dialled, numbersIn } from '../../../server/src/french/numbers-in.ts';

/** A phone number as it is shown and dialled. */
export interface Phone {
  /** `06 12 34 56 78`, `+32 470 12 34 56`; as typed when it can't be read as one number. */
  readonly text: string;
  /** The `tel:` address; undefined when it can't be dialled. */
  readonly link: string | undefined;
}

/** The country codes of one and two digits; the others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;
/** France and its overseas departments, whose numbers are dialled with a zero. */
const national = /^(?:33|262|590|594|596)?0?([1-9]\d{8})$/;

export function readPhone(typed: string): Phone {
  // Of two numbers the first is dialled.
  const [first = ''] = numbersIn(typed);
  const number = dialled(first);
  if (number === undefined) return { text: typed, link: undefined };
  return {
    text: first === typed.trim() ? grouped(number) : typed,
    link: `tel:${number}`,
  };
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

/** The `mailto:` address of a typed e-mail address; undefined when it doesn't look like one. */
export function mailLink(email: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(email)
    ? `mailto:${encodeURIComponent(email).replace('%40', '@')}`
    : undefined;
}

/** One e-mail address, as the service takes it: stricter rules would reject addresses of real people. */
export const emailPattern = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()".]+$/;
