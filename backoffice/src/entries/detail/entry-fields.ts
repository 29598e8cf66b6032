import { fieldNames } from '../../../../server/src/french/field-names.ts';
import { frenchLabel } from '../../../../server/src/french/labels.ts';
import type { EntryKind } from '../../api/enumerations.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import type { Fields } from '../entry.ts';

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

/** Returns the name of a residence by its id; its number when it is out of the user's reach. */
export type ResidenceName = (id: number) => string;

const days = new Set([
  'contactDate',
  'dateFirstContact',
  'birthdateClient',
  'birthdate',
  'date',
  'laterDateContact',
  'consentementLe',
]);
/** Fields whose values are of an enumeration. */
const enumerated = new Set([
  'type',
  'sejourType',
  'resultat',
  'motif',
  'civiliteClient',
  'civilite',
  'civility',
  'stage',
  'kind',
  'status',
  'outcome',
  'applicationStep',
  'adUserData',
  'adPersonalization',
]);

const budgets = new Set(['budget', 'BudgetMensuel']);

/** Whether it is a time of the capture script, in milliseconds since 1970. */
function isMoment(value: unknown): value is number {
  return typeof value === 'number' && /^\d{13}$/.test(String(value));
}

/** Formats a day: `2026-03-04` → `04/03/2026`. Any other text is returned unchanged. */
export function dayText(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format.day(day) : day;
}

/** Formats the value of any field. */
export function valueText(name: string, value: unknown, residence: ResidenceName): string {
  if (value === null || value === undefined || value === '') return '(vide)';
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'object') return JSON.stringify(value);
  if (name === 'establishment' && typeof value === 'number') return residence(value);
  if (name === 'duplicateOf') return `n° ${value}`;
  if (name === 'gclidCapturedAt' && isMoment(value)) return format.moment(new Date(value).toISOString());
  if (budgets.has(name) && /^\d+(?:[.,]\d+)?$/.test(String(value)))
    return `${format.number(Number(String(value).replace(',', '.')))} €`;
  if (typeof value === 'number') return format.number(value);
  const text = String(value);
  if (days.has(name)) return dayText(text);
  return enumerated.has(name) ? frenchLabel(text) : text;
}

/** A person's first name, then the married name or else the last name; '' when neither is known. */
export function nameOf({ firstName, lastNameMarital, lastName }: Fields): string {
  return [firstName, lastNameMarital ?? lastName].filter((part) => typeof part === 'string').join(' ');
}

/** How old the person is, as told or by the date of birth. */
export function ageOf({ ageClient, birthdateClient }: Fields): number | undefined {
  if (typeof ageClient === 'number') return ageClient;
  if (typeof birthdateClient !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(birthdateClient)) return undefined;
  const [now, birth] = [today(), birthdateClient].map((day) => Number(day.replaceAll('-', '')));
  return now === undefined || birth === undefined ? undefined : Math.floor((now - birth) / 10_000);
}

/** What a person may agree to. */
export const channels = ['consentementTelephone', 'consentementEmail', 'consentementSms'] as const;

/** Those of which a person has said something. */
export function knownChannels(extra: Fields) {
  return channels.filter((channel) => extra[channel] === 'oui' || extra[channel] === 'non');
}

/** The names of the fields that `consentTexts` shows. */
export function shownConsents(extra: Fields): readonly string[] {
  const known = knownChannels(extra);
  const beside = ['consentementMention', 'consentementSource', 'consentementLe', 'consentementDe'];
  return known.length === 0 ? [] : [...known, ...beside];
}

/** Shown elsewhere on the page. */
const elsewhere = ['ip', 'resultat', 'motif', 'dateFirstContact', ...wordFields];

/** What the script of a site adds to its form. */
const technical = new Set([
  'page',
  'landing_page',
  'referrer',
  'adUserData',
  'adPersonalization',
  'gclidCapturedAt',
  'formDurationMs',
  'sujetAnnexe',
]);

/** The fields that have no place of their own: what staff know by a name, or the rest. */
export function otherFields(
  { kind, fields, extra }: Pick<EntryDetail, 'kind' | 'fields' | 'extra'>,
  which: 'named' | 'technical',
): Fields {
  const referrer = kind === 'commercial' ? referrerFields : [];
  const placed = namesOf([...personFields[kind], ...requestFields[kind], ...referrer]).concat(elsewhere);
  const unplaced = Object.entries(fields).filter(
    ([name, value]) => !placed.includes(name) && !(name === 'cv' && isPlainCv(value)),
  );
  const consents = shownConsents(extra);
  const unnamed = Object.entries(extra).filter(([name]) => !consents.includes(name));
  const isNamed = (name: string) => Object.hasOwn(fieldNames, name) && !technical.has(name);
  return Object.fromEntries(
    [...unplaced, ...unnamed].filter(([name]) => isNamed(name) === (which === 'named')),
  );
}

/** The block of the CV shows its name and type, and why it was not kept. */
function isPlainCv(cv: unknown): boolean {
  return Object.keys(cv ?? {}).every((name) => ['name', 'type', 'notKept'].includes(name));
}
