import type { Fields } from '../../entries/change/diff.ts';
import type { PersonKey } from './schema.ts';

/** A person of an entry. */
export interface Person {
  readonly person: PersonKey;
  /** Null when it is not known. */
  readonly name: string | null;
}

/** Fields of an entry that only the person of its own fields has. */
const ownFields = [
  'firstName',
  'lastName',
  'lastNameMarital',
  'email',
  'phone',
  'firstNameClient',
  'lastNameClient',
  'lastNameMaritalClient',
  'emailClient',
  'phoneClient',
  'cellphoneClient',
];

/** Returns the persons of an entry: that of its own fields, where these hold a name, and its related persons. */
export function personsOf(
  fields: Fields,
  relations: readonly { readonly position: number; readonly fields: Fields; readonly extra: Fields }[],
): Person[] {
  const related = relations.filter(
    ({ fields: own, extra }) => Object.keys(own).length + Object.keys(extra).length > 0,
  );
  const hasOwn = related.length === 0 || ownFields.some((name) => fields[name] !== undefined);
  const own = nameOf(
    fields.firstNameClient ?? fields.firstName,
    fields.lastNameMaritalClient ?? fields.lastNameClient ?? fields.lastNameMarital ?? fields.lastName,
  );
  return [
    ...(hasOwn ? [{ person: 'entry', name: own } as const] : []),
    ...related.map(({ position, fields: { firstName, lastName, lastNameMarital } }) => ({
      person: position,
      name: nameOf(firstName, lastNameMarital ?? lastName),
    })),
  ];
}

function nameOf(...parts: readonly unknown[]): string | null {
  const known = parts.filter((part) => typeof part === 'string' && part !== '');
  return known.length === 0 ? null : known.join(' ');
}
