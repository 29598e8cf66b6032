import type { PersonKey } from '../persons.ts';
import type { StoredRequest } from '../records/requests.ts';
import type { EntryParts } from '../texts/entry-parts.ts';
import { freeTextsOf } from '../texts/free-texts.ts';
import type { Withheld } from './schema.ts';

const reason = 'Concerne une autre personne';

/** Who asks about somebody else without acting in their place. */
const others: ReadonlySet<StoredRequest['asker']> = new Set(['relative', 'heir']);

/**
 * Returns what is withheld of an entry: as the officer has chosen; until then nothing from its person, and null, which means
 * all texts, from others: they may tell of the person's health.
 */
export function chosenWithheld(
  { asker }: Pick<StoredRequest, 'asker'>,
  {
    people,
    withheld,
  }: { readonly people: readonly PersonKey[] | null; readonly withheld: Withheld[] | null },
): Withheld[] | null {
  if (withheld !== null) return withheld;
  const isTheirs = people === null || people.includes('entry');
  return isTheirs && !others.has(asker) ? [] : null;
}

/** Returns all free texts of an entry, but for what stands among the unnamed fields of those who ask. `contentKey` as in secrets.ts. */
export function allWithheld(parts: EntryParts, people: readonly PersonKey[], contentKey: string): Withheld[] {
  const ownParts: EntryParts = {
    ...{ comment: null, originalComment: null, asleepReason: null, message: null },
    ...{ fields: {}, extra: {}, actions: [], letters: [], history: [] },
    relations: parts.relations.filter(({ position }) => people.includes(position)),
  };
  const own = new Set(freeTextsOf(ownParts, contentKey).map(({ key }) => key));
  return freeTextsOf(parts, contentKey).flatMap(({ key }) => (own.has(key) ? [] : [{ key, reason }]));
}
