import { parisDay } from '../../clock.ts';
import type { Fields } from '../../entries/diff.ts';
import { type Followed, isRecontact, refusedIn } from '../../entries/follow-up/consent.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { contactWays, type Day } from '../../store/tables.ts';

/** What a person objects to. */
export type Objection = ReturnType<typeof objectionOf>;

/** What these persons, who are one, object to, or have refused in what they sent. */
export function objectionOf(
  objections: Objections,
  people: readonly Fields[],
  consents: Fields,
  entry: Followed,
  today: Day,
) {
  const received = parisDay(new Date(entry.receivedAt));
  const since = new Map([
    ...refusedIn(consents).map((way) => [way, received] as const),
    ...objections(people),
  ]);
  const [on] = [...since.values()].toSorted();
  return on === undefined
    ? null
    : { on, ways: contactWays.filter((way) => since.has(way)), recontact: isRecontact(entry, today) };
}
