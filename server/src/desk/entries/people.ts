import type { Fields } from '../../entries/change/diff.ts';

/** What a list shows of the people of an entry. */
export interface People {
  /** Who it is about: the client, or whoever has filled in the form; else the first related person. */
  readonly name: string | null;
  /** The first related person. */
  readonly contactName: string | null;
  /** The first phone number, as typed. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** The people of an entry, from its fields and its related persons in their order. */
export function peopleOf(fields: Fields, relations: readonly Fields[]): People {
  const own =
    nameOf(fields.firstNameClient, fields.lastNameMaritalClient, fields.lastNameClient) ??
    nameOf(fields.firstName, fields.lastNameMarital, fields.lastName);
  const contactName = first(
    relations.map(({ firstName, lastName, lastNameMarital }) => nameOf(firstName, lastNameMarital, lastName)),
  );
  return {
    name: own ?? contactName,
    contactName,
    phone: first(
      [fields, ...relations].flatMap((one) =>
        [one.phoneClient, one.cellphoneClient, one.phone, one.cellphone].map(textOf),
      ),
    ),
    email: first(emailsOf([fields, ...relations])),
  };
}

/** The e-mail addresses of an entry's people, from their fields. */
export function emailsOf(people: readonly Fields[]): string[] {
  return people
    .flatMap((one) => [textOf(one.emailClient), textOf(one.email)])
    .filter((email) => email !== null);
}

/** As people are called: the first name, then the married name or else the last name. */
function nameOf(firstName: unknown, married: unknown, lastName: unknown): string | null {
  const name = [textOf(firstName), textOf(married) ?? textOf(lastName)].filter((part) => part !== null);
  return name.length === 0 ? null : name.join(' ');
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function first(values: readonly (string | null)[]): string | null {
  return values.find((value) => value !== null) ?? null;
}
