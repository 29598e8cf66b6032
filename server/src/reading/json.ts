// A number that JSON.parse may round or turn into Infinity: many digits, or a large exponent.
const doubtful = /\d{16}|\d\.?[eE]\+?\d{2}/;

/**
 * Parses JSON text without losing anything: a number that JavaScript can't hold comes back as the text it was.
 * Keys such as `__proto__` become ordinary own properties. Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return doubtful.test(text) ? JSON.parse(text, keepExact) : value;
}

function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return Number.isFinite(value) && sameNumber(String(value), context.source) ? value : context.source;
}

function sameNumber(written: string, source: string): boolean {
  return written === source || significant(written) === significant(source);
}

/** Sign, significant digits and power of ten: `1.50e3` and `1500` are the same. */
function significant(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const stripped = digits.replace(/0+$/, '');
  if (stripped === '') return '0';
  return `${sign}${stripped}e${Number(exponent) - fraction.length + digits.length - stripped.length}`;
}
