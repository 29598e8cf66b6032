import type { PersonKey } from '../persons.ts';
import type { StoredRequest } from '../records/requests.ts';
import { type EntryParts, isLetterTo } from '../texts/entry-parts.ts';
import { freeTextsOf } from '../texts/free-texts.ts';
import type { Withheld } from './schema.ts';

/** Why the texts of an entry are withheld; null: they are given. */
export type Withholding = { readonly reason: string; readonly ownMessages: boolean } | null;

/** Who asks about somebody else without acting in their place. */
const others: ReadonlySet<StoredRequest['asker']> = new Set(['relative', 'heir']);

/**
 * Returns what is withheld of an entry: as the officer has chosen; until then nothing from its person, and from others all
 * texts that are not theirs: they may tell of the person's health. Messages are not those of a person who asks about somebody else.
 */
export function chosenWithheld(
  { asker }: Pick<StoredRequest, 'asker'>,
  { people, withheld }: { readonly people: readonly PersonKey[] | null; readonly withheld: Withheld | null },
): Withholding {
  const ownMessages = !others.has(asker);
  if (withheld !== null) return withheld.reason === null ? null : { reason: withheld.reason, ownMessages };
  if (ownMessages && (people === null || people.includes('entry'))) return null;
  return { reason: 'Concerne une autre personne', ownMessages };
}

/** Returns the texts of an entry that are these persons' own and never withheld: unnamed fields, and messages. */
export function ownTexts(
  { ownMessages }: NonNullable<Withholding>,
  parts: EntryParts,
  people: readonly PersonKey[],
): ReadonlySet<string> {
  return freeTextsOf({
    ...{ comment: null, originalComment: null, asleepReason: null, message: null },
    ...{ fields: {}, actions: [], history: [] },
    extra: people.includes('entry') ? parts.extra : {},
    letters: ownMessages ? parts.letters.filter((one) => isLetterTo(people, parts, one)) : [],
    relations: parts.relations.filter(({ position }) => people.includes(position)),
  });
}
