/**
 * Matches numbers that JSON.parse may round or turn into Infinity: many digits, or a large exponent. A number with an
 * exponent is sought after what stands before numbers, because ids look like one: `3e45` is in a third of all UUIDs.
 */
const doubtful = /\d{16}|(?:^|[:,[\s])-?\d[\d.]*[eE]\+?\d\d/;

/**
 * Parses JSON text without losing anything: a number that JavaScript can't hold exactly is returned as its source text.
 * Keys such as `__proto__` become ordinary own properties. Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Quotes such numbers: a reviver, which sees their source text too, takes fifteen times as long.
  return doubtful.test(text) ? JSON.parse(text.replace(stringOrNumber, keepExact)) : value;
}

/** Assumes well-formed JSON: without the last `?`, a quote that nothing closes would be looked for from every quote before it. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d[-+.\deE]*/g;

function keepExact(source: string): string {
  if (source.startsWith('"')) return source;
  const value = Number(source);
  return Number.isFinite(value) && sameNumber(String(value), source) ? source : `"${source}"`;
}

/** Longer numbers count as inexact without being compared: comparing page-long ones would take minutes. */
const longestNumber = 400;

function sameNumber(written: string, source: string): boolean {
  if (written === source) return true;
  return source.length <= longestNumber && significant(written) === significant(source);
}

/** Sign, significant digits and power of ten: `1.50e3` and `1500` are the same. */
function significant(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  let stripped = digits;
  while (stripped.endsWith('0')) stripped = stripped.slice(0, -1);
  if (stripped === '') return '0';
  return `${sign}${stripped}e${Number(exponent) - fraction.length + digits.length - stripped.length}`;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns the byte range of the longest string in JSON text, without its quotes; undefined when everything else exceeds
 * `maxRest` bytes. Stops reading as soon as that is known.
 */
export function longestString(text: Buffer, maxRest: number): { begin: number; end: number } | undefined {
  let begin = 0;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    if (i - (end - begin) > maxRest) return undefined;
    if (text[i] !== quote) continue;
    const close = endOfString(text, i);
    if (close - i - 1 > end - begin) {
      begin = i + 1;
      end = close;
    }
    i = close;
  }
  return text.length - (end - begin) > maxRest ? undefined : { begin, end };
}

/** Index of the quote that closes the string opened at `begin`; the length of the text when it is not closed. */
function endOfString(text: Buffer, begin: number): number {
  const close = text.indexOf(quote, begin + 1);
  if (close === -1) return text.length;
  if (text[close - 1] !== backslash) return close;
  // Scans by hand: calling indexOf for each of millions of escaped quotes takes fifty times as long.
  let end = begin + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === backslash ? 2 : 1;
  return Math.min(end, text.length);
}
