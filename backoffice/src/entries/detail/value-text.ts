import { frenchLabel } from '../../../../server/src/french/labels.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import type { Fields } from '../entry.ts';

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
