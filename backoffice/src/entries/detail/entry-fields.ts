import type { EntryKind } from '../../api/enumerations.ts';

/** How a field is typed. */
export type FieldShape = 'text' | 'lines' | 'phone' | 'email' | 'day' | 'number' | 'civility';

/** A field of an entry or of a related person, by the name of the interface. */
export interface FieldOf {
  readonly name: string;
  readonly shape: FieldShape;
}

const of = (shape: FieldShape, ...names: readonly string[]): FieldOf[] =>
  names.map((name) => ({ name, shape }));

const visitor = [
  ...of('civility', 'civility'),
  ...of('text', 'firstName', 'lastName', 'lastNameMarital'),
  ...of('phone', 'phone'),
  ...of('email', 'email'),
];

/** Who the entry is about. */
export const personFields: Readonly<Record<EntryKind, readonly FieldOf[]>> = {
  commercial: [
    ...of('civility', 'civiliteClient'),
    ...of('text', 'firstNameClient', 'lastNameClient', 'lastNameMaritalClient'),
    ...of('day', 'birthdateClient'),
    ...of('number', 'ageClient'),
    ...of('phone', 'phoneClient', 'cellphoneClient'),
    ...of('email', 'emailClient'),
    ...of('text', 'adresseClient', 'codePostalClient', 'villeClient'),
  ],
  survey: visitor,
  postuler: visitor,
};

/** What they have written or want. */
export const requestFields: Readonly<Record<EntryKind, readonly FieldOf[]>> = {
  commercial: [...of('text', 'delais', 'budget', 'securite')],
  survey: [...of('text', 'urgence'), ...of('lines', 'contact', 'contact2')],
  postuler: of('lines', 'message'),
};

/** Who has sent the family to us. */
export const referrerFields: readonly FieldOf[] = [
  ...of('phone', 'phoneAdresseur'),
  ...of('email', 'emailAdresseur'),
];

/** A related person. */
export const relationFields: readonly FieldOf[] = [
  ...of('civility', 'civilite'),
  ...of('text', 'firstName', 'lastName', 'lastNameMarital'),
  ...of('phone', 'phone', 'cellphone'),
  ...of('email', 'email'),
  ...of('text', 'adresse', 'codePostal', 'ville'),
];

/** Every field that has a place of its own on the page of an entry of a kind. */
export function placedNames(kind: EntryKind): ReadonlySet<string> {
  const own = [
    ...personFields[kind],
    ...requestFields[kind],
    ...(kind === 'commercial' ? referrerFields : []),
  ];
  return new Set(['dateFirstContact', ...own.map(({ name }) => name)]);
}
