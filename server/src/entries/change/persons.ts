import type { EntryKind } from '../../contract/enumerations.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query } from '../../store/statement.ts';
import type { Fields } from '../diff.ts';
import { phoneKeysOf } from '../search/phone-keys.ts';
import { emailWord, wordsIn } from '../search/search-terms.ts';
import { parsedFields, storedRelations } from './relations.ts';

/** Field of the person who sends a form or an application → field of a related person. */
const senderFields = [
  ['civility', 'civilite'],
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['lastNameMarital', 'lastNameMarital'],
  ['email', 'email'],
  ['phone', 'phone'],
] as const;

/** Field of the client of a lead → field of a related person. The last four are those of orientations too. */
const clientFields = [
  ['civiliteClient', 'civilite'],
  ['firstNameClient', 'firstName'],
  ['lastNameClient', 'lastName'],
  ['lastNameMaritalClient', 'lastNameMarital'],
  ['phoneClient', 'phone'],
  ['cellphoneClient', 'cellphone'],
  ['emailClient', 'email'],
  ['adresseClient', 'adresse'],
  ['codePostalClient', 'codePostal'],
  ['villeClient', 'ville'],
  ['ageClient', 'age'],
  ['birthdateClient', 'birthdate'],
  ['AnneeNaissance', 'AnneeNaissance'],
  ['AdresseComplementaire', 'AdresseComplementaire'],
] as const;

/** The fields of an entry that are about its own person: the client, or who sent it. */
export function ownFields(kind: EntryKind): readonly (readonly [own: string, related: string])[] {
  return kind === 'commercial' ? clientFields : senderFields;
}

/** Returns an entry's own person with the fields of a related person. */
export function ownPerson(kind: EntryKind, fields: Fields): Fields {
  return Object.fromEntries(
    ownFields(kind).flatMap(([own, related]) => (fields[own] === undefined ? [] : [[related, fields[own]]])),
  );
}

/**
 * Returns the persons of an entry, each with the fields of a related person: the related ones by their position, then its own
 * one as `entry`.
 */
export async function personsOf(
  read: Queries,
  { id, kind, fields }: Pick<EntryRow, 'id' | 'kind' | 'fields'>,
): Promise<ReadonlyMap<string, Fields>> {
  const related = (await storedRelations(read, id)).map((one) => [String(one.position), one.fields] as const);
  return new Map([...related, ['entry', ownPerson(kind, parsedFields(fields))]]);
}

/** A related person. */
export interface Person {
  readonly fields: Fields;
  /** Fields that the contract does not name. */
  readonly extra: Fields;
  /** Whether it is the entry's own person, who is a related one only for a number or address that has no place there. */
  readonly isOwn?: boolean;
}

/** What a person is recognised by. */
interface Identity {
  readonly civility: unknown;
  /** Normalized; empty when unknown. */
  readonly firstName: string;
  /** Last name and married name, normalized. */
  readonly lastNames: ReadonlySet<string>;
  /** Phone keys, and e-mail addresses as search terms. */
  readonly addresses: ReadonlySet<string>;
}

/** Returns what a person is recognised by, from the fields of a related person. */
function identityOf(person: Fields): Identity {
  const [firstName = '', ...lastNames] = [person.firstName, person.lastName, person.lastNameMarital].map(
    (name) => (typeof name === 'string' ? wordsIn(name).join(' ') : ''),
  );
  const email = typeof person.email === 'string' ? [emailWord(person.email)] : [];
  return {
    civility: person.civilite,
    firstName,
    lastNames: new Set(lastNames.filter((name) => name !== '')),
    addresses: new Set([...phoneKeysOf([person]), ...email]),
  };
}

/** Whether the names of two persons say that they are not the same. */
export function haveOtherNames(one: Fields, other: Fields): boolean {
  return differ(identityOf(one), identityOf(other));
}

/** Two first names, two last names, or « Monsieur » and « Madame ». */
function differ(one: Identity, other: Identity): boolean {
  const isDefined = (civility: unknown) => civility !== undefined;
  if (one.lastNames.size > 0 && other.lastNames.size > 0 && one.lastNames.isDisjointFrom(other.lastNames))
    return true;
  if (one.firstName !== '' && other.firstName !== '') return one.firstName !== other.firstName;
  return [one.civility, other.civility].every(isDefined) && one.civility !== other.civility;
}

/** By a phone number, an e-mail address or the full name; two names at one number are two persons. */
function isSame(one: Identity, other: Identity): boolean {
  if (differ(one, other)) return false;
  const hasName = one.firstName !== '' || one.lastNames.size > 0;
  const isSameLast =
    !one.lastNames.isDisjointFrom(other.lastNames) || one.lastNames.size + other.lastNames.size === 0;
  const isSameName = hasName && one.firstName === other.firstName && isSameLast;
  return isSameName || !one.addresses.isDisjointFrom(other.addresses);
}

/**
 * Returns the related persons of an entry, by position, with some more: who is there has its gaps filled, unless a phone
 * number or an e-mail address would be lost by that. `own`: the entry's own person. New ones come from position `firstFree`
 * on.
 */
export function withPersons(
  there: ReadonlyMap<number, Person>,
  more: readonly Person[],
  { own, firstFree }: { readonly own: Fields; readonly firstFree: number },
): ReadonlyMap<number, Person> {
  const persons = new Map(there);
  const self = identityOf(own);
  const known = new Map([...there].map(([position, { fields }]) => [position, identityOf(fields)]));
  for (const person of more) {
    const identity = identityOf(person.fields);
    const lost = [self, ...known.values()].reduce(
      (left, one) => left.difference(one.addresses),
      identity.addresses,
    );
    const isNamedAsOwn =
      !differ(self, identity) &&
      (identity.firstName === '' || identity.firstName === self.firstName) &&
      identity.lastNames.isSubsetOf(self.lastNames);
    if ((person.isOwn || isNamedAsOwn) && lost.size === 0) continue;
    const [alike] = [...known].find(([position, one]) => {
      const filled = { ...person.fields, ...persons.get(position)?.fields };
      return isSame(one, identity) && lost.isSubsetOf(identityOf(filled).addresses);
    }) ?? [undefined];
    const position = alike ?? Math.max(firstFree - 1, ...persons.keys()) + 1;
    const { fields, extra } = persons.get(position) ?? { fields: {}, extra: {} };
    const joined = { ...person.fields, ...fields };
    persons.set(position, { fields: joined, extra: { ...person.extra, ...extra } });
    known.set(position, identityOf(joined));
  }
  return persons;
}

/** Says of the letters to a person of an entry that this person stands in another place now. */
export async function movePerson(tx: Transaction, entryId: number, from: string, to: string): Promise<void> {
  await tx.run(
    query((db) =>
      db
        .updateTable('letters')
        .set({ person: to })
        .where('entry_id', '=', entryId)
        .where('person', '=', from),
    ),
  );
}
