import type { DatabaseSync } from 'node:sqlite';

/** Adds `text regexp pattern`, which SQLite leaves to the program. For slow reads in their thread alone. */
export function addRegexp(connection: DatabaseSync): void {
  let last = '';
  let compiled = new RegExp(last, 'u');
  connection.function('regexp', { deterministic: true }, (pattern, text) => {
    if (typeof pattern !== 'string' || typeof text !== 'string') return 0;
    if (pattern !== last) {
      compiled = new RegExp(pattern, 'u');
      last = pattern;
    }
    return compiled.test(text) ? 1 : 0;
  });
}
