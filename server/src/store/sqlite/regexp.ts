import type { DatabaseSync } from 'node:sqlite';

const maxExpressions = 100;

/**
 * Adds `text regexp (select regexp_key(pattern))`, which SQLite leaves to the program.
 * SQLite evaluates the subquery once, where passing a long pattern with every row took longer than to match it.
 */
export function addRegexp(connection: DatabaseSync): void {
  const expressions = new Map<number, RegExp>();
  const keys = new Map<string, number>();
  let last = 0;
  connection.function('regexp_key', (pattern) => {
    const source = String(pattern);
    const known = keys.get(source);
    if (known !== undefined) return known;
    // The oldest: a statement that goes on still needs its own.
    const [oldest] = keys;
    if (keys.size >= maxExpressions && oldest !== undefined) {
      keys.delete(oldest[0]);
      expressions.delete(oldest[1]);
    }
    keys.set(source, ++last);
    expressions.set(last, new RegExp(source, 'u'));
    return last;
  });
  connection.function('regexp', { deterministic: true }, (key, text) => {
    const expression = expressions.get(Number(key));
    if (expression === undefined) throw new Error('This regular expression is of another statement');
    return typeof text === 'string' && expression.test(text) ? 1 : 0;
  });
}
