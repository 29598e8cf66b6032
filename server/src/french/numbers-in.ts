const between = /[;,]|\/(?=\s|\d{10})|\bou\b/;
const separators = /[\s()./\u2010-\u2015-]+/g;
const maxLength = 60;

/** The parts of a text that holds several numbers: « 06 39 98 12 34 ou 02 41 12 34 56 ». */
export function numbersIn(typed: string): string[] {
  const parts = typed.split(between).map((part) => part.trim());
  return parts.some((part) => dialled(part) !== undefined) ? parts.filter((part) => part !== '') : [typed];
}

/** `+33639981234` for `+33 (0)6 39 98 12 34`, `0639981234` for `06.39.98.12.34`; undefined for what is no number. */
export function dialled(typed: string): string | undefined {
  // Nothing as long is a number, and normalising it would take long.
  if (typed.length > maxLength) return undefined;
  const dense = typed.normalize('NFKC').replace(/\(0\)/, '').replace(separators, '').replace(/^00/, '+');
  if (!/^\+?\d{4,15}$/.test(dense)) return undefined;
  return dense.replace(/^\+(33|262|590|594|596)0(?=\d{9}$)/, '+$1');
}
