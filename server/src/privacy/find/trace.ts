import Type, { type Static } from 'typebox';
import { entryKinds } from '../../contract/enumerations.ts';
import { orNull } from '../../http/desk-answers.ts';

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

/** Reasons by which it is likely to be the same person. A birth date counts only beside the name. */
const strong: ReadonlySet<Reason> = new Set(['phone', 'email', 'birthDate', 'customId', 'partnerNumber']);

/** Something that is stored about a person. */
export const Trace = Type.Object({
  place: Type.Enum(['entry', 'user', 'staff', 'request'], {
    type: 'string',
    description:
      'What `id` is of: an entry, a user of the desk, a member of a residence’s staff, a request about personal data.',
  }),
  id: Type.Integer(),
  kind: Type.Optional(Type.Enum(entryKinds, { type: 'string' })),
  establishmentId: Type.Optional(orNull(Type.Integer())),
  receivedAt: Type.Optional(Type.String()),
  name: orNull(Type.String()),
  restriction: orNull(Type.Enum(['limited', 'erased'], { type: 'string' })),
  hold: orNull(
    Type.Object({
      kind: Type.Enum(['hold', 'limitation'], { type: 'string' }),
      until: Type.String({ description: 'The last day.' }),
    }),
  ),
  strength: Type.Enum(['strong', 'weak'], {
    type: 'string',
    description: 'Weak when only a name or a text is the same.',
  }),
  reasons: Type.Array(Type.Enum(reasons, { type: 'string' })),
  files: Type.Array(Type.String(), { description: 'Names of its files, which are not read.' }),
  where: Type.Array(Type.String(), {
    description: 'Where the deep search found it, as `table.column`; empty for a search by index.',
  }),
});
export type Trace = Static<typeof Trace>;

/** Why a place was found, and where. */
export interface Match {
  readonly place: Trace['place'];
  readonly id: number;
  readonly reasons: ReadonlySet<Reason>;
  readonly where: ReadonlySet<string>;
}

/** Matches by place and id, merged. */
export class Matches {
  readonly #byPlace = new Map<string, Match>();

  add({ place, id, reasons: why, where }: Match): void {
    const key = `${place} ${id}`;
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

/** Returns the traces with those of the same place merged, strong ones first: the deep search finds a place in parts. */
export function mergeTraces(traces: readonly Trace[]): Trace[] {
  const byPlace = Map.groupBy(traces, ({ place, id }) => `${place} ${id}`);
  const merged = [...byPlace.values()].flatMap(([first, ...others]): Trace[] => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const why = new Set(all.flatMap((trace) => trace.reasons));
    const where = new Set(all.flatMap((trace) => trace.where));
    return [{ ...first, strength: strengthOf(why), reasons: [...why], where: [...where] }];
  });
  const rank = ({ strength }: Trace) => (strength === 'strong' ? 0 : 1);
  return merged.sort((a, b) => rank(a) - rank(b) || b.id - a.id);
}
