import type { Day } from '../../store/tables.ts';
import type { EntryFacts } from '../entry-facts.ts';
import type { Person, PersonKey } from '../persons.ts';

/**
 * Why a trace was found. `name`: all words of the name. `lastName`: the last name alone, in a text without the first name.
 */
export const reasons = [
  'phone',
  'email',
  'birthDate',
  'customId',
  'partnerNumber',
  'name',
  'lastName',
  'text',
] as const;
export type Reason = (typeof reasons)[number];

/** How many a search finds at most. Strong ones have as much room again: a name that many have leaves none out. */
export const maxTraces = 200;

/** Reasons by which it is likely to be the same person. A birth date counts only beside the name. */
const strong: ReadonlySet<Reason> = new Set(['phone', 'email', 'birthDate', 'customId', 'partnerNumber']);

type Strength = 'strong' | 'weak';

/** A person of an entry who is like the one who is sought. */
export interface MatchedPerson extends Omit<Person, 'person'> {
  readonly person: PersonKey | 'referrer';
  readonly strength: Strength;
  readonly reasons: Reason[];
}

/** Something that is stored about a person. */
export interface Trace {
  readonly place: 'entry' | 'user' | 'staff' | 'request' | 'refused';
  readonly id: number;
  readonly name: string | null;
  readonly entry: EntryFacts | null;
  readonly establishmentId?: number;
  readonly hold: { readonly kind: 'hold' | 'limitation'; readonly until: Day } | null;
  readonly strength: Strength;
  readonly reasons: Reason[];
  readonly persons: MatchedPerson[];
  /** Who matches by more than all others. */
  readonly person: PersonKey | null;
  readonly files: string[];
  readonly where: string[];
}

/** Why a place was found, and where. */
export interface Match {
  readonly place: Trace['place'];
  readonly id: number;
  readonly reasons: ReadonlySet<Reason>;
  readonly where: ReadonlySet<string>;
}

/** Identifies a place: the ids of entries, users and staff are counted apart. */
export function traceKey({ place, id }: Pick<Match, 'place' | 'id'>): string {
  return `${place} ${id}`;
}

/** Matches by place and id, merged. `found`: {@link traceKey} those that an earlier part of the search has found. */
export class Matches {
  readonly #byPlace = new Map<string, Match>();
  readonly known: Set<string>;
  isTruncated = false;

  constructor(found: readonly string[]) {
    this.known = new Set(found);
  }

  add({ place, id, reasons: why, where }: Match): void {
    const key = traceKey({ place, id });
    const room = strengthOf(why) === 'strong' ? 2 * maxTraces : maxTraces;
    if (!this.known.has(key) && this.known.size >= room) {
      this.isTruncated = true;
      return;
    }
    this.known.add(key);
    const before = this.#byPlace.get(key);
    this.#byPlace.set(key, {
      place,
      id,
      reasons: before === undefined ? why : before.reasons.union(why),
      where: before === undefined ? where : before.where.union(where),
    });
  }

  get size(): number {
    return this.#byPlace.size;
  }

  /** Strong ones first, then the newest. */
  sorted(): Match[] {
    const rank = (match: Match) => (strengthOf(match.reasons) === 'strong' ? 0 : 1);
    return [...this.#byPlace.values()].sort((a, b) => rank(a) - rank(b) || b.id - a.id);
  }
}

export function strengthOf(why: ReadonlySet<Reason>): Trace['strength'] {
  return why.isDisjointFrom(strong) ? 'weak' : 'strong';
}
