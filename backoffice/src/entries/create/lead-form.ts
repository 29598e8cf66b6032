import type { CommercialType, SejourType, Stage } from '../../api/enumerations.ts';
import type { InputOf } from '../../api/routes.ts';
import { textsOf } from '../../i18n/texts.ts';
import { emailPattern } from '../../ui/email.ts';

const t = textsOf('leads.form');

/** The limits of the service, in characters. */
export const maxTextLength = 20_000;
export const maxEmailLength = 255;

/** react-admin's inputs are null when emptied. */
type Typed = string | null | undefined;

export const firstActions = ['none', 'call', 'visit', 'plannedVisit', 'plannedCall'] as const;
type FirstAction = (typeof firstActions)[number];

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
  readonly fields?: Readonly<Record<string, string | number | null | undefined>>;
  /** The person at the desk or on the phone; phones as `telephone` and `otherPhone`. */
  readonly relation?: Readonly<Record<string, Typed>>;
  readonly action?: {
    readonly what?: FirstAction;
    readonly date?: Typed;
    readonly time?: Typed;
    readonly comment?: Typed;
  };
}

type NewEntry = InputOf<'POST /desk/entries'>;
type NewAction = NonNullable<NewEntry['actions']>[number];

const stageOf: Readonly<Record<FirstAction, Stage | undefined>> = {
  none: undefined,
  call: 'Prise de contact',
  visit: 'Visite',
  plannedVisit: 'Visite',
  plannedCall: 'Prise de contact',
};

function isPlanned(action: FirstAction | undefined): boolean {
  return action === 'plannedVisit' || action === 'plannedCall';
}

/** The entry described by the form, without empty fields. */
export function entryOf(
  form: LeadForm & { readonly establishmentId: number; readonly type: CommercialType },
): NewEntry {
  const { establishmentId, type, sejourType, dateFirstContact, comment, action } = form;
  const { telephone, otherPhone, lien, ...names } = filled(form.relation);
  const contact = { ...names, ...phonesOf(telephone, otherPhone) };
  const fields = { ...filled(form.fields), ...(form.isSame === true && asClient(contact)) };
  const relation = form.isSame === true ? {} : { ...contact, ...(lien !== undefined && { lien }) };
  const referrer = type === 'commercial.type.organisme' ? form.referrer : null;
  const relations = [relation, ...(referrer ? [{ lastName: referrer, lien: 'Adresseur' }] : [])];
  return {
    establishmentId,
    type,
    ...(sejourType && { sejourType }),
    ...(dateFirstContact && { dateFirstContact }),
    ...(comment && { comment }),
    ...(isFilled(fields) && { fields }),
    ...(relations.some(isFilled) && { relations: relations.filter(isFilled) }),
    ...(action?.what && action.what !== 'none' && { actions: [actionOf(action.what, action)] }),
  };
}

const isFilled = (person: object) => Object.keys(person).length > 0;

/** The names and numbers of the related person, as fields of the client. */
function asClient(contact: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contact).map(([name, value]) => [
      name === 'civilite' ? 'civiliteClient' : `${name}Client`,
      value,
    ]),
  );
}

/** A mobile number as `cellphone`, another one as `phone`. */
function phonesOf(...typed: readonly (string | undefined)[]): { cellphone?: string; phone?: string } {
  const phones = typed.filter((phone) => phone !== undefined);
  const cellphone = phones.find((phone) => /^(?:\+33|0033|0)[67]/.test(phone.replace(/[^\d+]|\(0\)/g, '')));
  const phone = phones.find((one) => one !== cellphone);
  return { ...(cellphone !== undefined && { cellphone }), ...(phone !== undefined && { phone }) };
}

function actionOf(what: FirstAction, { date, time, comment }: NonNullable<LeadForm['action']>): NewAction {
  const stage = stageOf[what];
  return {
    ...(stage && { stage }),
    done: !isPlanned(what),
    ...(date && { date }),
    ...(time && { time }),
    ...(comment && { comment }),
  };
}

/** The fields that have a value. */
export function filled<V extends string | number>(
  fields: Readonly<Record<string, V | null | undefined>> = {},
): Record<string, V> {
  const hasValue = (entry: [string, V | null | undefined]): entry is [string, V] =>
    entry[1] !== null && entry[1] !== undefined && entry[1] !== '';
  return Object.fromEntries(Object.entries(fields).filter(hasValue));
}

const isIdentifying = /name|phone|email/i;

/** Validates the form. */
export function problemsOf(form: LeadForm): Problems {
  const { fields = {}, relation = {} } = form;
  const problems: Record<string, string | Problems> = {};
  const inFields: Record<string, string> = {};
  const inRelation: Record<string, string> = {};
  if (!form.establishmentId) problems.establishmentId = t('required');
  if (!form.type) problems.type = t('required');
  const isAnonymous = !Object.keys(filled({ ...fields, ...relation })).some((name) =>
    isIdentifying.test(name),
  );
  if (isAnonymous) inRelation.lastName = t('empty');
  if (!isEmail(fields.emailClient)) inFields.emailClient = t('badEmail');
  if (!isEmail(relation.email)) inRelation.email = t('badEmail');
  if (!isAge(fields.ageClient)) inFields.ageClient = t('badAge');
  if (Object.keys(inFields).length > 0) problems.fields = inFields;
  if (Object.keys(inRelation).length > 0) problems.relation = inRelation;
  return problems;
}

function isEmail(value: string | number | null | undefined): boolean {
  return !value || emailPattern.test(String(value).trim());
}

function isAge(value: string | number | null | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  const age = Number(value);
  return Number.isInteger(age) && age >= 0 && age <= 130;
}

/** Messages by input; `root` for the form as a whole. */
export interface Problems {
  readonly [place: string]: string | Problems;
}
