import { hash } from 'node:crypto';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { dayMs, hourMs, parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import type { SentLetter, Staff } from '../../entries/change/staff-acts.ts';
import type { Fields } from '../../entries/diff.ts';
import { lastWritten, needsConsent } from '../../entries/follow-up/consent.ts';
import { emailsOf } from '../../entries/people.ts';
import { objectionsOf } from '../../entries/search/objections.ts';
import { variablesIn } from '../../french/template-variables.ts';
import { refusalOf } from '../../mail/refusal.ts';
import type { MailSettings } from '../../mail/settings.ts';
import { appendLetter } from '../../outbox/append-mail.ts';
import { writtenBy, writtenTo } from '../../outbox/letters.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { lockName } from '../../store/locks.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Day, Instant, MessageUse } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { emailPattern } from '../../validation/validator.ts';

/** Longest text of a message, in code points. */
const longestLetter = 5_000;
const maxPerUserAndHour = 60;
const maxPerPersonAndDay = 5;

export const PersonKey = Type.Union([Type.Literal('entry'), integer({ minimum: 0 })], {
  description: '`entry`: the person of its own fields; a number: the related person at this position.',
});
export type PersonKey = Static<typeof PersonKey>;

export interface Letter {
  readonly use: MessageUse;
  readonly person: PersonKey;
  readonly subject: string;
  readonly text: string;
  readonly key?: string | null;
}

export interface StoredLetter {
  readonly sent: SentLetter;
  readonly sendsAt: string;
}

/**
 * Queues a message to a person of an entry, which is locked. Rejects with a `ValidationError` for a text or a person that
 * does not fit, with CONFLICT for who must not be written to, with CONSENT for who has to agree first, with RATELIMIT over
 * the limits.
 */
export async function writeLetter(
  tx: Transaction,
  entry: EntryRow,
  { author, at }: Staff,
  { use, person, subject, text, key = null }: Letter,
  { secrets, now }: OperationContext,
): Promise<StoredLetter> {
  for (const [field, value] of [
    ['subject', subject],
    ['text', text],
  ] as const) {
    validateText(field, value);
    const [variable] = variablesIn(value);
    if (variable !== undefined) throw new ValidationError(field, `expected a value for {${variable}}`);
  }
  const recipient = await addressOf(tx, entry, person);
  const { name: sender, email: replyTo } = await writingResidence(tx, entry.establishment_id);
  const [{ hash: recipientHash } = { hash: '' }] = objectionsOf([{ email: recipient }], secrets.contentKey);
  if (use === 'free') await requireConsent(tx, entry, parisDay(now));
  const refusal = await refusalOf(tx, { entryId: entry.id, use, recipientHash });
  if (refusal !== undefined) throw new RequestError('CONFLICT', `person: ${refusal}`);
  // Otherwise requests at the same time would count the same messages.
  await lockName(tx, 'messages to persons');
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  if ((await writtenBy(tx, author, since(hourMs))) >= maxPerUserAndHour)
    throw tooMany(`You have written ${maxPerUserAndHour} messages within an hour`, hourMs);
  if (use === 'free' && (await writtenTo(tx, recipientHash, since(dayMs))) >= maxPerPersonAndDay)
    throw tooMany(`This person was written ${maxPerPersonAndDay} messages within a day`, dayMs);
  const { id, sendsAt } = await appendLetter(
    tx,
    {
      ...{ use, recipient, recipientHash, person: String(person), author, sender, replyTo, key },
      ...{ entryId: entry.id, subject: `${subject.trim()} [n° ${entry.id}]`, body: text },
    },
    new Date(at),
  );
  return { sent: { id, use, channel: 'email', person: String(person) }, sendsAt };
}

/** Throws a `ValidationError` for a text that is empty or too long, and for a subject of several lines. */
export function validateText(field: 'subject' | 'text', value: string): void {
  if (value.trim() === '') throw new ValidationError(field, 'expected some text');
  const longest = field === 'subject' ? 200 : longestLetter;
  if ([...value].length > longest) throw new ValidationError(field, `expected at most ${longest} characters`);
  if (field === 'subject' && /[\p{Cc}\u2028\u2029]/u.test(value))
    throw new ValidationError(field, 'expected one line');
}

async function addressOf(read: Queries, { id, fields }: EntryRow, person: PersonKey): Promise<string> {
  const found =
    person === 'entry'
      ? parsedFields(fields)
      : (await storedRelations(read, id)).find(({ position }) => position === person)?.fields;
  const address = addressIn(found ?? {});
  if (address === undefined)
    throw new ValidationError('person', 'expected a person of this entry with an e-mail address');
  return address;
}

/** The one e-mail address of a person; undefined without one. */
export function addressIn(person: Fields): string | undefined {
  return emailsOf([person]).find((email) => emailPattern.test(email));
}

const residenceById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select(['name', 'details']).where('id', '=', p.id),
);

/** The residence that writes. Rejects with a `ValidationError` when answers could not come to it. */
async function writingResidence(read: Queries, id: number | null) {
  const found = id === null ? undefined : await read.first(residenceById, { id });
  const email = found === undefined ? undefined : parsedFields(found.details).email;
  if (found === undefined || typeof email !== 'string' || !emailPattern.test(email.trim()))
    throw new ValidationError('id', 'expected an entry of a residence with an e-mail address');
  return { name: found.name, email: email.trim() };
}

const lastWrittenAt = rawStatement<{ id: number }, { at: Instant | null }>(
  (p) => sql`select ${lastWritten(p.id)} as at`,
);

async function requireConsent(read: Queries, entry: EntryRow, today: Day): Promise<void> {
  const { consentementEmail: consent } = parsedFields(entry.extra);
  const { id, kind, type, received_at: receivedAt, contact_date: contactDate } = entry;
  const writtenAt = (await read.first(lastWrittenAt, { id }))?.at ?? null;
  if (
    needsConsent(
      { kind, type, receivedAt, contactDate, lastContact: entry.last_contact, writtenAt, consent },
      today,
    )
  )
    throw new RequestError('CONSENT', 'consent: this person has to agree to be written to again');
}

function tooMany(message: string, waitMs: number): RequestError {
  return new RequestError('RATELIMIT', message, { 'retry-after': String(waitMs / 1_000) });
}

/** Throws a `ValidationError` for the field while e-mail is off: a message would wait for years. */
export function requireMail(mail: MailSettings | undefined, field: string): void {
  if (mail === undefined) throw new ValidationError(field, 'e-mail is off on this installation');
}

/** Returns what an `Idempotency-Key` of a user is stored as. */
export function letterKey(userId: number, key: string, contentKey: string): string {
  return hash('sha256', `${contentKey}:message:${userId}:${key}`, 'base64url');
}
