import type { Fields } from './whole-entry.ts';

/** What was typed that differs from before, by name; null is what was taken away. Undefined when nothing does. */
export function whatChanged(before: Fields, typed: Fields): Fields | undefined {
  const changed = Object.keys(before).flatMap((name) => {
    const was = before[name] ?? null;
    const is = typed[name] === undefined || typed[name] === '' ? null : typed[name];
    return is === was ? [] : [[name, is] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** The values of these fields to begin a form with: each is there, null when nothing is known. */
export function valuesOf(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}
