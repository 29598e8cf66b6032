import type { useTranslate } from 'react-admin';
import type { LeadForm } from './lead-form.ts';
import type { Problems } from './use-save-lead.ts';

const identifying = {
  fields: [
    'firstNameClient',
    'lastNameClient',
    'lastNameMaritalClient',
    'phoneClient',
    'cellphoneClient',
    'emailClient',
  ],
  relation: ['firstName', 'lastName', 'lastNameMarital', 'phone', 'cellphone', 'email'],
} as const;

/** What has to be put right before a form can be saved. */
export function problemsOf(form: LeadForm, translate: ReturnType<typeof useTranslate>): Problems {
  const said = (name: string) => translate(`accueil.leads.form.${name}`);
  const { fields = {}, relation = {} } = form;
  const problems: Record<string, string | Problems> = {};
  const inFields: Record<string, string> = {};
  const inRelation: Record<string, string> = {};
  if (!form.establishmentId) problems.establishmentId = said('required');
  if (!form.type) problems.type = said('required');
  const isNobody =
    identifying.fields.every((name) => !fields[name]) &&
    identifying.relation.every((name) => !relation[name]);
  if (isNobody) inFields.lastNameClient = said('empty');
  if (!isAddress(fields.emailClient)) inFields.emailClient = said('badEmail');
  if (!isAddress(relation.email)) inRelation.email = said('badEmail');
  if (!isAge(fields.ageClient)) inFields.ageClient = said('badAge');
  if (Object.keys(inFields).length > 0) problems.fields = inFields;
  if (Object.keys(inRelation).length > 0) problems.relation = inRelation;
  return problems;
}

function isAddress(value: string | number | null | undefined): boolean {
  return !value || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value).trim());
}

function isAge(value: string | number | null | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  const age = Number(value);
  return Number.isInteger(age) && age >= 0 && age <= 130;
}
