import Type, { type Static } from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import { EntryFacts } from '../entry-facts.ts';
import { Person, PersonKey } from '../persons.ts';
import { HoldSummary } from '../records/hold-summary.ts';

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

const Strength = Type.Enum(['strong', 'weak'], {
  type: 'string',
});
const Reasons = Type.Array(Type.Enum(reasons, { type: 'string' }));

/** A person of an entry who is like the one who is sought. */
const MatchedPerson = Type.Object({
  ...Person.properties,
  person: Type.Union([PersonKey, Type.Literal('referrer')]),
  strength: Strength,
  reasons: Reasons,
});
export type MatchedPerson = Static<typeof MatchedPerson>;

/** Something that is stored about a person. */
export const Trace = Type.Object({
  place: Type.Enum(['entry', 'user', 'staff', 'request', 'refused'], {
    type: 'string',
  }),
  id: Type.Integer(),
  name: orNull(Type.String()),
  entry: orNull(EntryFacts),
  establishmentId: Type.Optional(Type.Integer()),
  hold: orNull(HoldSummary),
  strength: Strength,
  reasons: Reasons,
  persons: Type.Array(MatchedPerson),
  person: Type.Union([PersonKey, Type.Null()]),
  files: Type.Array(Type.String()),
  where: Type.Array(Type.String()),
});
export type Trace = Static<typeof Trace>;

/** Why a place was found, and where. */
export interface Match {
  readonly place: Trace['place'];
  readonly id: number;
  readonly reasons: ReadonlySet<Reason>;
  readonly where: ReadonlySet<string>;
}

/** Identifies a place: the ids of entries, users and staff are counted apart. */
export function keyOf({ place, id }: Pick<Match, 'place' | 'id'>): string {
  return `${place} ${id}`;
}

/** Matches by place and id, merged. `found`: {@link keyOf} those that an earlier part of the search has found. */
export class Matches {
  readonly #byPlace = new Map<string, Match>();
  readonly known: Set<string>;
  isTruncated = false;

  constructor(found: readonly string[]) {
    this.known = new Set(found);
  }

  add({ place, id, reasons: why, where }: Match): void {
    const key = keyOf({ place, id });
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
