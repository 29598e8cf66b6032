import type { PersonKey } from '../persons.ts';
import type { StoredRequest } from '../records/requests.ts';
import { type EntryParts, isLetterTo } from '../texts/entry-parts.ts';
import { freeTextsOf } from '../texts/free-texts.ts';
import type { Withheld } from './schema.ts';

const reason = 'Concerne une autre personne';

/** What was chosen, or what is withheld until then. */
export type Withholding = readonly Withheld[] | 'others' | 'others-and-messages';

/** Who asks about somebody else without acting in their place. */
const others: ReadonlySet<StoredRequest['asker']> = new Set(['relative', 'heir']);

/**
 * Returns what is withheld of an entry: as the officer has chosen; until then nothing from its person, and from others all
 * texts that are not theirs: they may tell of the person's health. Messages are not those of a person who asks about somebody else.
 */
export function chosenWithheld(
  { asker }: Pick<StoredRequest, 'asker'>,
  {
    people,
    withheld,
  }: { readonly people: readonly PersonKey[] | null; readonly withheld: Withheld[] | null },
): Withholding {
  if (withheld !== null) return withheld;
  if (others.has(asker)) return 'others-and-messages';
  return people === null || people.includes('entry') ? [] : 'others';
}

/** Returns the texts of an entry that are withheld. Theirs: unnamed fields, and messages. `contentKey` as in secrets.ts. */
export function textsWithheld(
  chosen: Withholding,
  parts: EntryParts,
  people: readonly PersonKey[],
  contentKey: string,
): readonly Withheld[] {
  if (typeof chosen !== 'string') return chosen;
  const ownParts: EntryParts = {
    ...{ comment: null, originalComment: null, asleepReason: null, message: null },
    ...{ fields: {}, extra: {}, actions: [], history: [] },
    letters: chosen === 'others' ? parts.letters.filter((one) => isLetterTo(people, parts, one)) : [],
    relations: parts.relations.filter(({ position }) => people.includes(position)),
  };
  const own = new Set(freeTextsOf(ownParts, contentKey).map(({ key }) => key));
  return freeTextsOf(parts, contentKey).flatMap(({ key }) => (own.has(key) ? [] : [{ key, reason }]));
}
