import { numbersIn } from '../french/numbers-in.ts';
import { mobileIn } from '../phones/mobile.ts';
import type { Channel } from '../store/tables.ts';
import { emailPattern } from '../validation/validator.ts';
import type { Fields } from './diff.ts';

export interface People {
  /** The client or the sender of the form; without a name of their own, the first related person. */
  readonly name: string | null;
  /** The first phone number, as typed. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** Whom to call or write to about an entry. */
export interface Contact {
  readonly name: string | null;
  /** Related to the client in this way, as sent: « Fille ». */
  readonly kinship: string | null;
  /** As typed; « mauvais numéro » where every one is wrong. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** Where neither name nor kinship is known. */
const someRelative = 'Proche';
/** In the place of a number. */
const allWrong = 'mauvais numéro';

/**
 * Returns the first related person who has a number that is not among the wrong ones, else the client if they have one, else
 * the first related person who has a name, else the client. Name and number are one person's; the address is another's when
 * theirs is unknown. `relation`: the related person; undefined for the client.
 */
export function contactOf<R extends { readonly fields: Fields; readonly extra: Fields }>(
  fields: Fields,
  relations: readonly R[],
  wrong: readonly string[] = [],
): { readonly contact: Contact; readonly relation: R | undefined } {
  const { name, email } = peopleOf(
    fields,
    relations.map((relation) => relation.fields),
  );
  const phone = phoneOf(fields, wrong);
  const related = relations.map((relation) => ({
    ...{ ...relation, ...peopleOf({}, [relation.fields]) },
    phone: phoneOf(relation.fields, wrong),
  }));
  const none = wrong.length === 0 ? null : allWrong;
  const named = phone === null ? related.find((one) => one.name !== null) : undefined;
  const chosen = related.find((one) => one.phone !== null) ?? named;
  if (chosen === undefined)
    return { contact: { name, kinship: null, phone: phone ?? none, email }, relation: undefined };
  const kinship = nonEmptyText(chosen.extra.lien);
  return {
    contact: {
      name: chosen.name ?? kinship ?? someRelative,
      kinship: chosen.name === null ? null : kinship,
      phone: chosen.phone ?? none,
      email: chosen.email ?? email,
    },
    relation: chosen,
  };
}

/** Returns the people of an entry, from its fields and those of its related persons, in order. */
export function peopleOf(fields: Fields, relations: readonly Fields[]): People {
  const own =
    nameOf(fields.firstNameClient, fields.lastNameMaritalClient, fields.lastNameClient) ??
    nameOf(fields.firstName, fields.lastNameMarital, fields.lastName);
  const related = relations.map(({ firstName, lastName, lastNameMarital }) =>
    nameOf(firstName, lastNameMarital, lastName),
  );
  return {
    name: own ?? first(related),
    phone: first([fields, ...relations].flatMap(phonesOf)),
    email: first(emailsOf([fields, ...relations])),
  };
}

/** Returns the phone numbers of a person as typed, in the order in which they are called. */
export function phonesOf(one: Fields): string[] {
  return [one.phoneClient, one.cellphoneClient, one.phone, one.cellphone]
    .map(nonEmptyText)
    .filter((phone) => phone !== null);
}

/** The first number of a person that is not wrong; as typed where no other stands beside it. */
function phoneOf(person: Fields, wrong: readonly string[]): string | null {
  const right = phonesOf(person).flatMap((typed) => {
    const numbers = wrong.length === 0 ? [] : numbersIn(typed);
    return numbers.some((one) => wrong.includes(one)) ? numbers.filter((one) => !wrong.includes(one)) : typed;
  });
  return first(right);
}

/** Returns the e-mail addresses in the fields of these people. */
export function emailsOf(people: readonly Fields[]): string[] {
  return people
    .flatMap((one) => [nonEmptyText(one.emailClient), nonEmptyText(one.email)])
    .filter((email) => email !== null);
}

/** The one e-mail address of a person; undefined without one. */
export function addressIn(person: Fields): string | undefined {
  return emailsOf([person]).find((email) => emailPattern.test(email));
}

/** The French mobile number of a person; undefined without one. */
export function mobileOf({ cellphone, cellphoneClient, phone, phoneClient }: Fields) {
  return mobileIn([cellphone, cellphoneClient, phone, phoneClient]);
}

/** Where a message by this channel reaches a person: the e-mail address or the French mobile number; undefined without one. */
export function addressFor(channel: Channel, person: Fields): string | undefined {
  return channel === 'sms' ? mobileOf(person) : addressIn(person);
}

interface PersonName {
  readonly firstName: string | null;
  /** The married name, where there is one. */
  readonly lastName: string | null;
}

/** Returns the names of the client and of the first related person, as parts. */
export function namesOf(fields: Fields, [related = {}]: readonly Fields[]) {
  const part = ({ firstName, lastNameMarital, lastName }: Fields): PersonName => ({
    firstName: nonEmptyText(firstName),
    lastName: nonEmptyText(lastNameMarital) ?? nonEmptyText(lastName),
  });
  const { firstNameClient, lastNameMaritalClient, lastNameClient, ...others } = fields;
  const client = {
    firstName: firstNameClient,
    lastNameMarital: lastNameMaritalClient,
    lastName: lastNameClient,
  };
  const own = part(client);
  return { client: (own.lastName ?? own.firstName) ? own : part(others), contact: part(related) };
}

/** First name, then married name or else last name. */
function nameOf(firstName: unknown, married: unknown, lastName: unknown): string | null {
  const name = [nonEmptyText(firstName), nonEmptyText(married) ?? nonEmptyText(lastName)].filter(
    (part) => part !== null,
  );
  return name.length === 0 ? null : name.join(' ');
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function first(values: readonly (string | null)[]): string | null {
  return values.find((value) => value !== null) ?? null;
}
