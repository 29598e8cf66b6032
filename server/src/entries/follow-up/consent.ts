import { type RawBuilder, sql } from 'kysely';
import { addDays, parisDay } from '../../clock.ts';
import type { Day, Instant } from '../../store/tables.ts';
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

/** The field of the consent to be written to. */
export const consentTo = { email: 'consentementEmail', sms: 'consentementSms' } as const;

/** A call or a message later than this after the last contact is prospection (code de la consommation, art. L. 223-1). */
const answerDays = 90;

interface Contacted {
  readonly kind: string;
  readonly type: string | null;
  readonly receivedAt: string;
  readonly contactDate: Day;
  readonly lastContact: Day | null;
  /** {@link lastWritten}. */
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
