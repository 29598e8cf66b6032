import type { CommercialType, SejourType, Stage } from '../../api/enumerations.ts';
import type { InputOf } from '../../api/routes.ts';
import { dayOf } from '../../i18n/days.ts';
import { emailPattern } from '../../ui/phone.ts';
import { lineOf, type RefusedCreation, valuesIn } from '../refused.ts';

/** react-admin's inputs are null when emptied. */
type Typed = string | null | undefined;

const actions = {
  none: { stage: null, done: false },
  call: { stage: 'Prise de contact', done: true },
  visit: { stage: 'Visite', done: true },
  plannedVisit: { stage: 'Visite', done: false },
  plannedCall: { stage: 'Prise de contact', done: false },
} as const satisfies Readonly<Record<string, { readonly stage: Stage | null; readonly done: boolean }>>;
type FirstAction = keyof typeof actions;
export const firstActions = Object.keys(actions) as readonly FirstAction[];

/** The values of the form. Fields and the related person are named as in the contract. */
export interface LeadForm {
  /** Whether the person at the desk asks for herself or himself. */
  readonly isSame?: boolean;
  readonly establishmentId?: number | null;
  readonly type?: CommercialType | null;
  readonly dateFirstContact?: Typed;
  readonly sejourType?: SejourType | null;
  readonly comment?: Typed;
  /** The placement partner who asks, by its name: the contract has only its number and address. */
  readonly referrer?: Typed;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The person at the desk or on the phone; phones as `telephone` and `otherPhone`. */
  readonly relation?: Readonly<Record<string, Typed>>;
  readonly action?: { readonly what?: FirstAction } & Partial<Record<'date' | 'time' | 'comment', Typed>>;
}

type NewEntry = InputOf<'POST /desk/entries'>;

/** The entry described by the form, without empty fields. */
export function entryOf(form: LeadForm & Pick<NewEntry, 'establishmentId' | 'type'>): NewEntry {
  const { establishmentId, type, sejourType, dateFirstContact, comment, action: first = {} } = form;
  const { what = 'none', date, time, comment: note } = first;
  const { telephone, otherPhone, lien, ...names } = filled(form.relation);
  const contact = { ...names, ...phonesOf(telephone, otherPhone) };
  const { emailAdresseur, emailClient, ...typed } = filled(form.fields);
  const fields = {
    ...typed,
    // Not what was typed into inputs that are not there any more.
    ...(type === organisation && emailAdresseur !== undefined && { emailAdresseur }),
    ...(form.isSame === true ? asClient(contact) : emailClient !== undefined && { emailClient }),
  };
  const relation = form.isSame === true ? {} : { ...contact, ...(lien !== undefined && { lien }) };
  const referrer = type === organisation ? form.referrer : null;
  const relations = [relation, ...(referrer ? [{ lastName: referrer, lien: 'Adresseur' }] : [])];
  return {
    establishmentId,
    type,
    ...(sejourType && { sejourType }),
    ...(dateFirstContact && { dateFirstContact }),
    ...(comment && { comment }),
    ...(isFilled(fields) && { fields }),
    ...(relations.some(isFilled) && { relations: relations.filter(isFilled) }),
    ...(what !== 'none' && { actions: [{ ...actions[what], ...filled({ date, time, comment: note }) }] }),
  };
}

const identity = /^(?:firstName|lastName|lastNameMarital|phone|cellphone|email)(?:Client)?$/;

/** The form for what was refused; what has no input stands in the comment. */
export function formOfRefused({ establishmentId, body, firstAt }: RefusedCreation): LeadForm {
  const values = valuesIn(body).map(
    ([name, text]) => [name.replace(/^commercialrelations \/ 0 \/ /, ''), text] as const,
  );
  const isSame = !values.some(([name]) => identity.test(name) && !name.endsWith('Client'));
  const fields: Record<string, string> = {};
  const relation: Record<string, string> = {};
  const lines: string[] = [];
  for (const [name, text] of values) {
    const own = isSame ? name.replace(/Client$/, '') : name;
    const place = own === 'phone' || own === 'cellphone' ? 'telephone' : own;
    const holder = own.endsWith('Client') ? fields : relation;
    if (identity.test(name) && !(place in holder)) holder[place] = text;
    else if (place === 'telephone' && !('otherPhone' in relation)) relation.otherPhone = text;
    else lines.push(name === 'comment' || name === 'message' ? text : lineOf([name, text]));
  }
  return {
    ...{ establishmentId, isSame, fields, relation },
    type: 'commercial.type.website',
    comment: lines.join('\n').slice(0, 20_000),
    dateFirstContact: dayOf(firstAt),
  };
}

const organisation = 'commercial.type.organisme';
const isFilled = (person: object) => Object.keys(person).length > 0;

/** The names and numbers of the related person, as fields of the client. */
function asClient(contact: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(contact).map(([name, value]) => [`${name}Client`, value]));
}

/** A mobile number as `cellphone`, another one as `phone`. */
function phonesOf(...typed: readonly (string | undefined)[]): { cellphone?: string; phone?: string } {
  const phones = typed.filter((phone) => phone !== undefined);
  const cellphone = phones.find((phone) => /^(?:\+33|0033|0)[67]/.test(phone.replace(/[^\d+]|\(0\)/g, '')));
  const phone = phones.find((one) => one !== cellphone);
  return { ...(cellphone !== undefined && { cellphone }), ...(phone !== undefined && { phone }) };
}

export function filled<V>(fields: Readonly<Record<string, V | null | undefined>> = {}): Record<string, V> {
  const hasValue = (entry: [string, V | null | undefined]): entry is [string, V] =>
    entry[1] !== null && entry[1] !== undefined && entry[1] !== '';
  return Object.fromEntries(Object.entries(fields).filter(hasValue));
}

const isIdentifying = /name|phone|email/i;

/** Messages by input; `root` for the form as a whole. */
export type Problems = Readonly<Record<string, unknown>>;

export function problemsOf(form: LeadForm): Problems {
  const { establishmentId, type, isSame, fields = {}, relation = {} } = form;
  const names = Object.keys(filled({ ...fields, ...relation }));
  const inFields = {
    ...(isSame !== true &&
      !isEmail(fields.emailClient) && { emailClient: 'Cette adresse e-mail n’est pas complète.' }),
    ...(type === organisation &&
      !isEmail(fields.emailAdresseur) && { emailAdresseur: 'Cette adresse e-mail n’est pas complète.' }),
    ...(!isAge(fields.ageClient) && { ageClient: 'Un âge de 0 à 130 ans.' }),
  };
  const inRelation = {
    ...(!names.some((name) => isIdentifying.test(name)) && {
      lastName: 'Indiquez au moins un nom, un téléphone ou un e-mail.',
    }),
    ...(!isEmail(relation.email) && { email: 'Cette adresse e-mail n’est pas complète.' }),
  };
  return {
    ...(!establishmentId && { establishmentId: 'À remplir.' }),
    ...(!type && { type: 'À remplir.' }),
    ...(isFilled(inFields) && { fields: inFields }),
    ...(isFilled(inRelation) && { relation: inRelation }),
  };
}

function isEmail(value: unknown): boolean {
  return !value || emailPattern.test(String(value).trim());
}

function isAge(value: unknown): boolean {
  const age = Number(value ?? 0);
  return Number.isInteger(age) && age >= 0 && age <= 130;
}
