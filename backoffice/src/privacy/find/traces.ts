import type { Trace } from '../../api/privacy-responses.ts';

/** Identifies a trace: the ids of entries, users and staff are counted apart. */
export function keyOf({ place, id }: Trace): string {
  return `${place} ${id}`;
}

/** Adds traces of a deep search to those known: one line for each entry, with all reasons. */
export function merged(known: readonly Trace[], found: readonly Trace[]): readonly Trace[] {
  const byKey = new Map(known.map((trace) => [keyOf(trace), trace]));
  for (const trace of found) {
    const before = byKey.get(keyOf(trace));
    byKey.set(keyOf(trace), before === undefined ? trace : both(before, trace));
  }
  return [...byKey.values()].sort((one, other) => rank(one) - rank(other));
}

function both(before: Trace, found: Trace): Trace {
  const union = <V>(some: readonly V[], others: readonly V[]) => [...new Set([...some, ...others])];
  return {
    ...before,
    strength: before.strength === 'strong' ? 'strong' : found.strength,
    reasons: union(before.reasons, found.reasons),
    files: union(before.files, found.files),
    where: union(before.where, found.where),
  };
}

/** Strong ones first; otherwise in the order in which they were found. */
function rank({ strength }: Trace): number {
  return strength === 'strong' ? 0 : 1;
}

/** The values that were typed, without spaces around them. */
export function withoutEmpty<Name extends string>(
  typed: Readonly<Partial<Record<Name, string>>>,
): Readonly<Partial<Record<Name, string>>> {
  const given = Object.entries<string | null | undefined>(typed).flatMap(([name, value]) => {
    const text = value?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
}
