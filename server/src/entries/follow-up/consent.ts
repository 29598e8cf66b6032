import { type RawBuilder, sql } from 'kysely';
import { addDays, parisDay } from '../../clock.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { type ContactWay, contactWays, type Day, type Instant } from '../../store/tables.ts';
import type { Fields } from '../diff.ts';
import { lastContactOn } from './progress.ts';

/**
 * What a person has agreed to, as forms send it and as staff note it, in fields that the contract does not name. All of them
 * are of one day: the day of receipt where `consentementLe` is absent.
 */
export const consentFields = [
  'consentementTelephone',
  'consentementEmail',
  'consentementSms',
  'consentementMention',
  'consentementSource',
  'consentementLe',
] as const;
export type ConsentField = (typeof consentFields)[number];

/** Whose the consents of an entry are, where somebody else has become its first person. */
export const consentHolder = 'consentementDe';

/** The field of the consent to be contacted in each way. */
export const consentTo = {
  phone: 'consentementTelephone',
  email: 'consentementEmail',
  sms: 'consentementSms',
} as const satisfies Record<ContactWay, ConsentField>;

/** Columns with the consents of the entry `e`, by their names. */
export const consentColumns = [...consentFields, consentHolder].map((name) =>
  sql<string | null>`e.extra ->> ${sql.lit(name)}`.as(name),
);

export interface Consents {
  readonly kind: string;
  /** Of the entry. */
  readonly extra: Fields;
  /** In their order. */
  readonly relations: readonly { readonly position: number; readonly extra: Fields }[];
}

/** Who filled the form in: the first related person of a lead, if there is one. As in `letters`. */
export function senderOf(kind: string, [first]: Iterable<number>): string {
  return kind === 'commercial' && first !== undefined ? String(first) : 'entry';
}

export function holderOf({ kind, extra, relations }: Consents): string {
  const { [consentHolder]: holder } = extra;
  return typeof holder === 'string'
    ? holder
    : senderOf(
        kind,
        relations.map(({ position }) => position),
      );
}

/** What one person has agreed to: what staff noted of them, or what came with the form that they filled in. */
export function consentsOf(person: string, entry: Consents): Fields {
  const noted = entry.relations.find(({ position }) => String(position) === person)?.extra ?? {};
  if (consentFields.some((name) => name in noted)) return noted;
  return person === holderOf(entry) ? entry.extra : {};
}

/** The ways that a person has refused, by form or told to staff: as good as an objection. */
export function refusedIn(consents: Fields): ContactWay[] {
  return contactWays.filter((way) => consents[consentTo[way]] === 'non');
}

/** A call or a message later than this after the last contact is prospection (code de la consommation, art. L. 223-1). */
const answerDays = 90;

interface Contacted {
  readonly kind: string;
  readonly type: string | null;
  readonly receivedAt: string;
  readonly contactDate: Day;
  readonly lastContact: Day | null;
  readonly writtenAt: Instant | null;
  /** Of the channel, such as `consentementTelephone`. */
  readonly consent: unknown;
}

/**
 * When the family of an entry last left a message, or the partner wrote. A message that was taken back is none: what takes it
 * back is the next line of the history.
 */
export function lastWritten(entryId: RawBuilder<unknown>) {
  return sql<Instant | null>`(
    select max(h.at) from history h
    where h.entry_id = ${entryId} and (h.author like 'partner:%' or (h.change = 'called' and coalesce((
      select n.change from history n where n.entry_id = h.entry_id and n.id > h.id order by n.id limit 1
    ), '') <> 'undone'))
  )`;
}

/** What says whether an entry waits for a contact. */
export interface Followed
  extends Omit<Contacted, 'consent'>,
    Pick<EntryRow, 'resultat' | 'status' | 'open'> {}

/** Whether nobody waits for a call or a message of this day: the entry is closed, or too long without contact. */
export function isRecontact(entry: Followed, today: Day): boolean {
  const isClosed = entry.resultat !== null || (entry.status === 'processed' && entry.open === 0);
  return isClosed || needsConsent({ ...entry, consent: null }, today);
}

/** Whether a call or a message of this day needs a consent that is missing. Applications and opinions are no commercial matter. */
export function needsConsent({ kind, type, consent, writtenAt, ...days }: Contacted, today: Day): boolean {
  if (consent === 'oui') return false;
  if (kind !== 'commercial' && type !== 'survey.type.contact') return false;
  const { receivedAt: received_at, contactDate: contact_date, lastContact: last_contact } = days;
  // What renews an entry besides, such as a decision of staff, is no contact with the family.
  const renewed_on = writtenAt === null ? null : parisDay(new Date(writtenAt));
  const last = lastContactOn({ received_at, contact_date, last_contact, renewed_on }, today);
  return addDays(last, answerDays) < today;
}
