import type { DatabaseSync } from 'node:sqlite';

const maxExpressions = 100;

/**
 * Adds `text regexp (select regexp_key(pattern))`, which SQLite leaves to the program.
 * SQLite evaluates the subquery once, where passing a long pattern with every row took longer than to match it.
 */
export function addRegexp(connection: DatabaseSync): void {
  const expressions = new Map<number, RegExp>();
  let last = 0;
  connection.function('regexp_key', (pattern) => {
    if (expressions.size >= maxExpressions) expressions.clear();
    expressions.set(++last, new RegExp(String(pattern), 'u'));
    return last;
  });
  connection.function('regexp', { deterministic: true }, (key, text) => {
    const expression = expressions.get(Number(key));
    if (expression === undefined) throw new Error('This regular expression is of another statement');
    return typeof text === 'string' && expression.test(text) ? 1 : 0;
  });
}
