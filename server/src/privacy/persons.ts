import Type, { type Static } from 'typebox';
import { integer } from '../contract/fields.ts';
import type { Fields } from '../entries/diff.ts';

/** A person of an entry. */
export const PersonKey = Type.Union([Type.Literal('entry'), integer({ minimum: 0 })]);
export type PersonKey = Static<typeof PersonKey>;

export interface Person {
  readonly person: PersonKey;
  readonly name: string | null;
  readonly kinship: string | null;
}

/** What the keys of a person begin with in a partner's message. */
export const messagePrefixes: readonly (readonly [prefix: string, person: PersonKey])[] = [
  ['PersonneAgee / ', 'entry'],
  ['Contact / ', 0],
  ['PersonneAgee2 / ', 1],
];

/** Returns the persons of an entry: that of its own fields, and its related persons as long as anything is known of them. */
export function personsOf(
  fields: Fields,
  relations: readonly { readonly position: number; readonly fields: Fields; readonly extra: Fields }[],
): Person[] {
  const own = nameOf(
    fields.firstNameClient ?? fields.firstName,
    fields.lastNameMaritalClient ?? fields.lastNameClient ?? fields.lastNameMarital ?? fields.lastName,
  );
  return [
    { person: 'entry', name: own, kinship: null },
    ...relations
      .filter((related) => Object.keys(related.fields).length + Object.keys(related.extra).length > 0)
      .map(({ position, fields: { firstName, lastName, lastNameMarital }, extra: { lien } }) => ({
        person: position,
        name: nameOf(firstName, lastNameMarital ?? lastName),
        kinship: typeof lien === 'string' ? lien : null,
      })),
  ];
}

function nameOf(...parts: readonly unknown[]): string | null {
  const known = parts.filter((part) => typeof part === 'string' && part !== '');
  return known.length === 0 ? null : known.join(' ');
}
