import { useMemo } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { labelOf as keyOf } from '../../api/enumerations.ts';
import { useResidences } from '../../api/queries.ts';
import { entryFrench } from '../../i18n/entry.ts';
import { type Format, formatIn } from '../../i18n/format.ts';
import type { Fields } from './whole-entry.ts';

/** What texts about an entry need to know besides the entry. */
export interface Words {
  /** A text of the screens in the present language. */
  readonly translate: (key: string, options?: Readonly<Record<string, unknown>>) => string;
  /** How that language writes days and numbers. */
  readonly format: Format;
  /** The name of a residence, its number when it is none of the user's. */
  readonly residence: (id: number) => string;
}

const days = new Set([
  'contactDate',
  'dateFirstContact',
  'birthdateClient',
  'birthdate',
  'date',
  'laterDateContact',
]);
/** Names of fields whose values are of an enumeration of the contract. */
const enumerated = new Set([
  'type',
  'sejourType',
  'resultat',
  'motif',
  'civiliteClient',
  'civilite',
  'civility',
  'stage',
]);

/** What a visitor has agreed to, or not. */
const consents = new Set(['adUserData', 'adPersonalization']);

/** Milliseconds since 1970, as the capture script tells them. */
function isMoment(value: unknown): value is number {
  return typeof value === 'number' && /^\d{13}$/.test(String(value));
}

// The value itself as default would be read as a text with places to fill in.
const noLabel = ' ';

/** The French or English label of a value of an enumeration; the value itself when there is none. */
export function labelOf(value: string, { translate }: Words): string {
  const label = translate(keyOf(value), { _: noLabel });
  return label === noLabel ? value : label;
}

/** A calendar day (`2026-03-04`) as people write it: 04/03/2026. What is no day stays as it is. */
export function dayText(day: string, { format }: Pick<Words, 'format'>): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format.day(day) : day;
}

/** How the value of a field is shown, whatever its name and the value are. */
export function valueText(name: string, value: unknown, words: Words): string {
  const { translate, format, residence } = words;
  if (value === null || value === undefined || value === '') return translate('accueil.entry.empty');
  if (typeof value === 'boolean') return translate(value ? 'ra.boolean.true' : 'ra.boolean.false');
  if (typeof value === 'object') return JSON.stringify(value);
  if (name === 'establishment' && typeof value === 'number') return residence(value);
  if (name === 'duplicateOf') return translate('accueil.entry.number', { id: value });
  if (name === 'status' || name === 'kind') return labelOf(`${name}.${value}`, words);
  if (name === 'gclidCapturedAt' && isMoment(value)) return format.moment(new Date(value).toISOString());
  if (consents.has(name) && (value === 'GRANTED' || value === 'DENIED'))
    return translate(`accueil.entry.consent.${value}`);
  if (typeof value === 'number') return format.number(value);
  const text = String(value);
  if (days.has(name)) return dayText(text, words);
  return enumerated.has(name) ? labelOf(text, words) : text;
}

const named: Readonly<Record<string, unknown>> = entryFrench.field;

/** What a field is called on the screens. One that the interface does not name is called as it came. */
export function fieldLabel(name: string, { translate }: Pick<Words, 'translate'>): string {
  return Object.hasOwn(named, name) ? translate(`accueil.entry.field.${name}`) : name;
}

/** As a person is called: the first name, then the married name or else the last name; '' when neither is known. */
export function nameOf({ firstName, lastNameMarital, lastName }: Fields): string {
  return [firstName, lastNameMarital ?? lastName].filter((part) => typeof part === 'string').join(' ');
}

/** What texts about entries need to know, in the present language. */
export function useWords(): Words {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { nameOf } = useResidences();
  return useMemo(
    () => ({ translate, format: formatIn(locale), residence: nameOf }),
    [translate, locale, nameOf],
  );
}
