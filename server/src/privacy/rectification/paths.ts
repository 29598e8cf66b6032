import { enumeratedChanges } from '../history-details.ts';
import type { TakenPaths } from '../records/erasures.ts';
import type { Corrections, Named } from './fields.ts';

/** Days count in statistics. */
const days: ReadonlySet<string> = new Set(['dateFirstContact', 'date']);

/** What a correction names: the place and the name of each value, as the history has them, and whether it was removed. */
function namedIn({ fields, extra, relations = [], actions = [], ...others }: Corrections) {
  const named = (place: string, values: object) =>
    Object.entries(values).flatMap(([name, value]) =>
      enumeratedChanges.has(name) || days.has(name) ? [] : [{ place, name, isRemoved: value === null }],
    );
  return [
    ...named('changes', { ...others, ...fields, ...extra }),
    ...relations.flatMap((one) => named(`relations.${one.position}`, { ...one.fields, ...one.extra })),
    ...actions.flatMap(({ position, extra: unnamed, ...texts }) =>
      named(`actions.${position}`, { ...texts, ...unnamed }),
    ),
  ];
}

/** Returns the places that a correction without trace takes values out of. `emptied`: persons of whom nothing is left. */
export function takenPaths(
  corrections: Corrections,
  emptied: readonly number[],
  { history = [], messages = [] }: Named,
): TakenPaths {
  const persons = emptied.map((position) => `relations.${position}`);
  const named = namedIn(corrections).filter(({ place }) => !persons.includes(place));
  const pathsOf = (isRemoved: boolean) =>
    named.flatMap((one) => (one.isRemoved === isRemoved ? [`${one.place}.${one.name}`] : []));
  return {
    removed: [
      ...persons,
      ...pathsOf(true),
      ...history.map((id) => `history.${id}`),
      ...messages.map((id) => `messages.${id}`),
    ],
    corrected: pathsOf(false),
  };
}

/** Returns what the history says of a correction without trace: `comment`, `relations[0]`, `actions[2]`. */
export function shownNames(corrections: Corrections): string[] {
  const names = namedIn(corrections).map(({ place, name }) =>
    place === 'changes' ? name : place.replace(/\.(\d+)$/, '[$1]'),
  );
  return [...new Set(names)];
}
