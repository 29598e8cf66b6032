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

/** A call later than this after the last contact is prospection (code de la consommation, art. L. 223-1). */
const answerDays = 90;

interface Called {
  readonly kind: string;
  readonly type: string | null;
  readonly receivedAt: string;
  readonly contactDate: Day;
  readonly lastContact: Day | null;
  readonly renewedOn: Day | null;
  /** When the family last left a message, or the partner wrote. */
  readonly writtenAt: Instant | null;
  /** `consentementTelephone`. */
  readonly phoneConsent: unknown;
}

/** Whether a call of this day needs a consent that is missing. Applications and opinions are no commercial matter. */
export function needsConsent({ kind, type, phoneConsent, writtenAt, ...days }: Called, today: Day): boolean {
  if (phoneConsent === 'oui') return false;
  if (kind !== 'commercial' && type !== 'survey.type.contact') return false;
  const { receivedAt: received_at, contactDate: contact_date, lastContact: last_contact, renewedOn } = days;
  // A decision of staff renews too, but is no contact with the family. A message that was taken back renews nothing any more.
  const written = writtenAt === null ? null : parisDay(new Date(writtenAt));
  const renewed_on = written !== null && renewedOn !== null && written < renewedOn ? written : renewedOn;
  const last = lastContactOn(
    { received_at, contact_date, last_contact, renewed_on: written && renewed_on },
    today,
  );
  return addDays(last, answerDays) < today;
}
