import type { EntryDetail } from '../../api/responses.ts';
import {
  type FieldOf,
  namesOf,
  personFields,
  referrerFields,
  relationFields,
  requestFields,
} from '../../entries/detail/entry-fields.ts';
import type { Fields } from '../../entries/entry.ts';

/** A value of an entry that can be corrected, with its place in the entry. */
interface Correctable {
  readonly field: FieldOf;
  readonly group: Group;
  readonly value: unknown;
}

export type Group =
  | { readonly of: 'comment' | 'fields' | 'extra' }
  | { readonly of: PositionedGroup; readonly position: number };
type PositionedGroup = 'relation' | 'relation-extra' | 'action' | 'action-extra';

/** Changed elsewhere: they decide statistics, or are the file itself. */
const elsewhere = new Set(['resultat', 'motif', 'dateFirstContact', 'cv']);

/** Everything of an entry that can be corrected, in the order of its page. */
export function correctablesOf({
  kind,
  fields,
  extra,
  comment,
  originalComment,
  asleepReason,
  relations,
  actions,
}: EntryDetail): readonly Correctable[] {
  const named = [
    ...personFields[kind],
    ...requestFields[kind],
    ...(kind === 'commercial' ? referrerFields : []),
  ];
  return [
    ...inGroup({ of: 'fields' }, named, fields),
    ...inGroup({ of: 'fields' }, othersOf(fields, named), fields),
    ...inGroup({ of: 'extra' }, othersOf(extra, []), extra),
    ...inGroup({ of: 'comment' }, textsNamed(['comment']), { comment }),
    ...textsThere({ of: 'comment' }, { originalComment, asleepReason }),
    ...relations.flatMap(({ position, fields: related, extra: unnamed }) => [
      ...inGroup({ of: 'relation', position }, relationFields, related),
      ...inGroup({ of: 'relation', position }, othersOf(related, relationFields), related),
      ...inGroup({ of: 'relation-extra', position }, othersOf(unnamed, []), unnamed),
    ]),
    ...actions.flatMap(({ position, comment: note, extra: unnamed }) => [
      ...textsThere({ of: 'action', position }, { comment: note }),
      ...inGroup({ of: 'action-extra', position }, othersOf(unnamed, []), unnamed),
    ]),
  ];
}

/** Whether a value is one of the related person at this position. */
export function isOfPerson({ group }: Correctable, position: number | undefined): boolean {
  return (group.of === 'relation' || group.of === 'relation-extra') && group.position === position;
}

const textsNamed = (names: readonly string[]) => names.map((name): FieldOf => ({ name, shape: 'lines' }));

/** The texts that are not null. */
function textsThere(group: Group, texts: Fields): Correctable[] {
  return inGroup(group, textsNamed(Object.keys(texts).filter((name) => texts[name] !== null)), texts);
}

function inGroup(group: Group, fields: readonly FieldOf[], values: Fields): Correctable[] {
  return fields.map((field) => ({ field, group, value: values[field.name] ?? null }));
}

function othersOf(values: Fields, shown: readonly FieldOf[]): FieldOf[] {
  const known = new Set(namesOf(shown));
  return Object.keys(values)
    .filter((name) => !known.has(name) && !elsewhere.has(name))
    .map((name) => ({ name, shape: 'text' }));
}

/** What the form shows for a value: JSON for what is no plain value. */
export function typedFrom({ field: { shape }, value }: Correctable): string | number | null {
  if (value === null) return null;
  if (shape === 'number' && typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The body of the correction; undefined when nothing was changed. `typed`: by the index of the correctable. */
export function correctionOf(
  correctables: readonly Correctable[],
  typed: readonly unknown[],
): Readonly<Record<string, unknown>> | undefined {
  const changed = correctables.flatMap((one, i) => {
    const was = typedFrom(one);
    const is = typed[i] === '' || typed[i] === undefined ? null : typed[i];
    return is === was ? [] : [{ ...one, is: correctedValue(one, is) }];
  });
  if (changed.length === 0) return undefined;
  const of = (...names: readonly Group['of'][]) => changed.filter(({ group }) => names.includes(group.of));
  const byName = (some: typeof changed) => Object.fromEntries(some.map(({ field, is }) => [field.name, is]));
  const byPosition = (name: PositionedGroup, extra: PositionedGroup) =>
    [...Map.groupBy(of(name, extra), positionOf)].map(([position, some]) => ({
      position,
      named: byName(some.filter(({ group }) => group.of === name)),
      extra: byName(some.filter(({ group }) => group.of === extra)),
    }));
  const relations = byPosition('relation', 'relation-extra');
  const actions = byPosition('action', 'action-extra');
  return {
    ...byName(of('comment')),
    ...(of('fields').length > 0 && { fields: byName(of('fields')) }),
    ...(of('extra').length > 0 && { extra: byName(of('extra')) }),
    ...(relations.length > 0 && {
      relations: relations.map(({ position, named, extra }) => ({ position, fields: named, extra })),
    }),
    ...(actions.length > 0 && {
      actions: actions.map(({ position, named, extra }) => ({ position, ...named, extra })),
    }),
  };
}

function positionOf({ group }: Pick<Correctable, 'group'>): number {
  return 'position' in group ? group.position : 0;
}

/** A corrected value keeps the JSON type that it had, where it can be read so. */
function correctedValue({ value, field: { shape } }: Correctable, is: unknown): unknown {
  if (typeof is !== 'string' || shape === 'day') return is;
  if (typeof value === 'number') return Number.isFinite(Number(is)) ? Number(is) : is;
  if (typeof value === 'boolean') return is === 'true' ? true : is === 'false' ? false : is;
  if (typeof value !== 'object' || value === null) return is;
  try {
    const parsed: unknown = JSON.parse(is);
    return parsed;
  } catch {
    return is;
  }
}
