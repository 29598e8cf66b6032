import type { EntryKind } from '../../api/enumerations.ts';
import type { EntryDetail } from '../../api/responses.ts';

type FieldShape = 'text' | 'lines' | 'phone' | 'email' | 'day' | 'number' | 'civility' | 'boolean';

/** A field of an entry or of a related person, by its name in the contract. */
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

/** What is wanted, or what was written. */
export const requestFields: Readonly<Record<EntryKind, readonly FieldOf[]>> = {
  commercial: [...of('text', 'delais', 'budget', 'securite', 'GirEstime'), ...of('boolean', 'UniteProtege')],
  survey: [...of('text', 'urgence'), ...of('lines', 'contact', 'contact2')],
  postuler: of('lines', 'message'),
};

/** What the family or the applicant wrote, besides the comment. Read-only for staff. */
export const wordFields: readonly string[] = ['contact', 'contact2', 'message'];

/** What the family, the partner or the applicant wrote, by field. Staff can't change it: their own words go elsewhere. */
export function wordsOf({ comment, commentBy, originalComment, fields }: EntryDetail): string[] {
  const own = originalComment ?? (commentBy === null ? comment : null);
  return [own, ...wordFields.map((name) => fields[name])].filter((text) => typeof text === 'string');
}

/** The professional who referred the family, and under what number. */
export const referrerFields: readonly FieldOf[] = [
  ...of('phone', 'phoneAdresseur'),
  ...of('email', 'emailAdresseur'),
  ...of('text', 'numeroViaTrajectoire'),
];

export const relationFields: readonly FieldOf[] = [
  ...of('civility', 'civilite'),
  ...of('text', 'firstName', 'lastName', 'lastNameMarital'),
  ...of('phone', 'phone', 'cellphone'),
  ...of('email', 'email'),
  ...of('text', 'adresse', 'codePostal', 'ville'),
];

export function namesOf(fields: readonly FieldOf[]): string[] {
  return fields.map(({ name }) => name);
}
