import { numbersIn } from '../../../../server/src/french/numbers-in.ts';
import type { EntryDetail, Relation } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { callerName, type Fields } from '../entry.ts';
import { knownChannels, nameOf } from './entry-fields.ts';

/** A person of an entry who may be called or written to. */
export interface Contact {
  readonly person: 'entry' | number;
  readonly who: string | null;
  readonly kinship: string | null;
  readonly phones: readonly { readonly phone: string; readonly isWrong: boolean }[];
  /** Where no number is left to call. */
  readonly email: string | null;
}

/** The persons of an entry, and what is known of their numbers. */
interface People extends Pick<EntryDetail, 'name' | 'fields' | 'wrongNumbers'> {
  readonly relations: readonly Pick<Relation, 'position' | 'fields' | 'extra'>[];
}

/** So many numbers that are not wrong are shown. */
const shownNumbers = 2;

/** The name of whom to call, as rows have it. */
export function callerOf(entry: People): string {
  return contactsOf(entry)[0]?.who ?? callerName(entry);
}

/** Whom to call: relatives first, who are usually the ones. */
export function contactsOf(entry: People): Contact[] {
  const { fields, relations, name } = entry;
  const people = [
    ...relations.map(({ position, fields: one, extra }) => ({
      person: position,
      who: nameOf(one) || null,
      kinship: textIn(extra.lien),
      // In the order of the lists.
      numbers: [one.phone, one.cellphone],
      email: textIn(one.email),
    })),
    {
      person: 'entry' as const,
      who: name,
      kinship: null,
      numbers: [fields.phoneClient, fields.cellphoneClient, fields.phone, fields.cellphone],
      email: textIn(fields.emailClient ?? fields.email),
    },
  ];
  const wrong = new Set(entry.wrongNumbers);
  const seen = new Set<string>();
  const contacts = people.map(({ numbers, ...person }) => ({
    ...person,
    phones: numbers
      .flatMap((typed) => (typeof typed === 'string' ? numbersIn(typed) : []))
      .filter((phone) => seen.size < wrong.size + shownNumbers && !seen.has(phone) && seen.add(phone))
      .map((phone) => ({ phone, isWrong: wrong.has(phone) })),
  }));
  const isReachable = contacts.some(({ phones }) => phones.some(({ isWrong }) => !isWrong));
  const shown = contacts.filter(({ phones, email }) => phones.length > 0 || (!isReachable && email !== null));
  const [first] = contacts;
  return (shown.length > 0 || first === undefined ? shown : [first]).map((contact) => ({
    ...contact,
    email: isReachable ? null : contact.email,
  }));
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const channelTexts = {
  consentementTelephone: 'le téléphone',
  consentementEmail: 'l’e-mail',
  consentementSms: 'les SMS',
};

interface Consenting extends Pick<EntryDetail, 'kind' | 'name' | 'extra' | 'receivedAt'> {
  readonly relations: readonly Pick<Relation, 'position' | 'fields' | 'extra'>[];
}

/** What a person has agreed to: what was noted of them, or what came with the form that they filled in. */
export function consentsOf(
  { kind, extra, relations }: Omit<Consenting, 'name' | 'receivedAt'>,
  person: Contact['person'],
): Fields {
  const noted = relations.find(({ position }) => position === person)?.extra ?? {};
  if (knownChannels(noted).length > 0) return noted;
  const [first] = kind === 'commercial' ? relations : [];
  return String(person) === (extra.consentementDe ?? String(first?.position ?? 'entry')) ? extra : {};
}

/** What the persons have agreed to: « Accord pour le téléphone : oui, le 03/11/2026, formulaire du site, mention v2 ». */
export function consentTexts(entry: Consenting): string[] {
  const people = [
    ...entry.relations.map(({ position, fields }) => ({ person: position, who: nameOf(fields) })),
    { person: 'entry' as const, who: entry.name ?? '' },
  ];
  return people.flatMap(({ person, who }) => {
    const consents = consentsOf(entry, person);
    const { consentementLe: day, consentementSource: source, consentementMention: wording } = consents;
    return knownChannels(consents).map((channel) =>
      [
        people.length > 1 && who !== ''
          ? `${who}, accord pour ${channelTexts[channel]} : ${consents[channel]}`
          : `Accord pour ${channelTexts[channel]} : ${consents[channel]}`,
        `le ${format.day(typeof day === 'string' ? day : entry.receivedAt)}`,
        typeof source === 'string' ? source : 'formulaire du site',
        ...(typeof wording === 'string' ? [`mention ${wording}`] : []),
      ].join(', '),
    );
  });
}
