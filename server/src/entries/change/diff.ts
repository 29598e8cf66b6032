/** Fields of an entry, a relation or an action, by wire name. */
export type Fields = Readonly<Record<string, unknown>>;

/** What differs, as `{ field: { from, to } }`. */
export function differences(before: Fields, after: Fields): Fields {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keys].flatMap((key) => {
    const from = ownValue(before, key);
    const to = ownValue(after, key);
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[key, { from, to }] as const];
  });
  return Object.fromEntries(changes);
}

/** What differs in lists whose elements have a place of their own, as `{ place: { field: { from, to } } }`. */
export function differencesByPosition(
  before: ReadonlyMap<number, Fields>,
  after: ReadonlyMap<number, Fields>,
): Fields {
  const changes = [...after].flatMap(([position, fields]) => {
    const changed = differences(before.get(position) ?? {}, fields);
    return Object.keys(changed).length === 0 ? [] : [[position, changed] as const];
  });
  return Object.fromEntries(changes);
}

/** A field that the contract does not name may be called anything, `__proto__` too. */
function ownValue(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? (fields[key] ?? null) : null;
}
