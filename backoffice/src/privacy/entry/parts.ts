import { contractName } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import {
  type FieldOf,
  nameOf,
  namesOf,
  personFields,
  referrerFields,
  relationFields,
  requestFields,
} from '../../entries/detail/entry-fields.ts';
import type { Fields } from '../../entries/entry.ts';
import { format } from '../../i18n/format.ts';

/** A part of an entry, as it is shown and as it is corrected. */
export interface Part {
  readonly title: string;
  /** Where its values stand in a correction. */
  readonly place: 'entry' | 'texts' | 'relations' | 'actions';
  /** Of a related person, and of an action. */
  readonly position: number;
  /** What its person objects to. */
  readonly objection: EntryDetail['objection'];
  /** The fields that it may have by its nature. */
  readonly named: readonly FieldOf[];
  readonly values: Fields;
  readonly extra: Fields;
}

/** Everything of an entry that was said of its persons, in the order of its page. */
export function partsOf(entry: EntryDetail): Part[] {
  const { kind, fields, extra, objection, comment, originalComment, asleepReason } = entry;
  const referrer = kind === 'commercial' ? referrerFields : [];
  const named = [...personFields[kind], ...requestFields[kind], ...referrer];
  const texts = { comment, ...known({ originalComment, asleepReason }) };
  return [
    {
      title: 'Personne et champs de la fiche',
      place: 'entry',
      position: 0,
      objection,
      named,
      values: fields,
      extra,
    },
    {
      title: 'Textes',
      place: 'texts',
      position: 0,
      objection: null,
      named: textsNamed(texts),
      values: texts,
      extra: {},
    },
    ...entry.relations.map(
      ({ fields: values, ...related }): Part => ({
        title: `Proche : ${nameOf(values) || `Personne ${related.position + 1}`}`,
        place: 'relations',
        named: relationFields,
        values,
        ...related,
      }),
    ),
    ...entry.actions.map(({ position, date, time, stage, author, comment: note, extra: unnamed }): Part => {
      const values = known({ comment: note });
      return {
        title: format.dotted(date && format.day(date), time, stage && contractName(stage), author),
        place: 'actions',
        position,
        objection: null,
        named: textsNamed(values),
        values,
        extra: unnamed,
      };
    }),
  ];
}

/** Whether anything is known of a part. Of a person who was removed only the position is left. */
export function isKnown({ values, extra }: Part): boolean {
  return Object.keys(known({ ...values, ...extra })).length > 0;
}

const known = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
const textsNamed = (texts: Fields) => Object.keys(texts).map((name): FieldOf => ({ name, shape: 'lines' }));

/** The values of a part that its nature does not name. */
export function othersOf({ named, values }: Part): Fields {
  const names = new Set(namesOf(named));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

/** An input of a correction. */
interface Correctable {
  readonly field: FieldOf;
  readonly of: 'fields' | 'extra';
  readonly value: unknown;
}

/** Changed elsewhere: they decide statistics, or are the file itself. */
const elsewhere = new Set(['resultat', 'motif', 'dateFirstContact', 'cv']);

/** The values of a part that can be corrected, in the order of the form. */
export function correctablesOf(part: Part): Correctable[] {
  const { named, values, extra } = part;
  const unnamed = (of: Correctable['of'], some: Fields) =>
    Object.entries(some).flatMap(([name, value]): Correctable[] =>
      elsewhere.has(name) ? [] : [{ field: { name, shape: 'text' }, of, value }],
    );
  return [
    ...named.map((field): Correctable => ({ field, of: 'fields', value: values[field.name] ?? null })),
    ...unnamed('fields', othersOf(part)),
    ...unnamed('extra', extra),
  ];
}

/** What the form shows for a value: JSON for what is no plain value. */
export function typedFrom({ field: { shape }, value }: Correctable): unknown {
  if (value === null || shape === typeof value) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The body of the correction; undefined when nothing was changed. `typed`: by the index of the part, then of the input. */
export function correctionOf(
  parts: readonly Part[],
  typed: readonly (readonly unknown[])[],
): Readonly<Record<string, unknown>> | undefined {
  const changes = parts.flatMap((part, p) => {
    const changed = correctablesOf(part).flatMap((one, i) => {
      const value = typed[p]?.[i];
      const is = value === '' || value === undefined ? null : value;
      return is === typedFrom(one) ? [] : [{ ...one, is: correctedValue(one, is) }];
    });
    const [fields, extra] = (['fields', 'extra'] as const).map((place) => {
      const some = changed.filter(({ of }) => of === place);
      return some.length === 0
        ? undefined
        : Object.fromEntries(some.map(({ field, is }) => [field.name, is]));
    });
    return changed.length === 0 ? [] : [{ ...part, fields, extra }];
  });
  if (changes.length === 0) return undefined;
  const at = (place: Part['place']) => changes.filter((one) => one.place === place);
  const [relations, actions] = [at('relations'), at('actions')];
  return {
    ...at('entry').map(({ fields, extra }) => ({ fields, extra }))[0],
    ...at('texts')[0]?.fields,
    ...(relations.length > 0 && {
      relations: relations.map(({ position, fields, extra }) => ({ position, fields, extra })),
    }),
    ...(actions.length > 0 && {
      actions: actions.map(({ position, fields, extra }) => ({ position, ...fields, extra })),
    }),
  };
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
