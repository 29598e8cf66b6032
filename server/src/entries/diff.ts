/** Fields of an entry, a relation or an action, by wire name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the differing fields as `{ field: { from, to } }`. An absent field is null. */
export function differences(before: Fields, after: Fields): Fields {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keys].flatMap((key) => {
    const from = ownValue(before, key);
    const to = ownValue(after, key);
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[key, { from, to }] as const];
  });
  return Object.fromEntries(changes);
}

/** Returns the differing fields of elements by position, as `{ position: { field: { from, to } } }`. */
export function differencesByPosition(
  before: ReadonlyMap<number, Fields>,
  after: ReadonlyMap<number, Fields>,
): Fields {
  const positions = new Set([...before.keys(), ...after.keys()]);
  const changes = [...positions].flatMap((position) => {
    const changed = differences(before.get(position) ?? {}, after.get(position) ?? {});
    return Object.keys(changed).length === 0 ? [] : [[position, changed] as const];
  });
  return Object.fromEntries(changes);
}

/** Merges differences by position. Where both have the same field, that of `second` stays. */
export function mergedByPosition(first: Fields, second: Fields): Fields {
  const positions = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...positions].map((position) => [
      position,
      { ...asFields(first[position]), ...asFields(second[position]) },
    ]),
  );
}

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the fields that `keep` accepts. */
export function only(fields: Fields, keep: (name: string, value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => keep(name, value)));
}

/** Returns fields without the members of these names, at any depth. */
export function withoutNames(fields: Fields, isMeant: (name: string) => boolean): Fields {
  const pruned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pruned);
    return isFields(value) ? withoutNames(value, isMeant) : value;
  };
  const kept = Object.entries(fields).filter(([name]) => !isMeant(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, pruned(value)]));
}

/** A field outside the contract may have any name, even `__proto__`. */
function ownValue(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? (fields[key] ?? null) : null;
}
