import Type, { type Static } from 'typebox';
import { type Clock, dayMs, hourMs, parisDay, pastWindow } from '../clock.ts';
import { integer } from '../contract/fields.ts';
import { RequestError } from '../contract/request-error.ts';
import { changeEntry } from '../entries/change/change-entry.ts';
import { personsOf } from '../entries/change/persons.ts';
import type { SentLetter, Staff } from '../entries/change/staff-acts.ts';
import { consentTo } from '../entries/follow-up/consent.ts';
import { addressFor } from '../entries/people.ts';
import { findResidence, writingResidence } from '../entries/residence.ts';
import { sampleLink } from '../entries/search/objection-token.ts';
import { recipientHashOf } from '../entries/search/objections.ts';
import { withLink } from '../french/objection-link.ts';
import { isTooLongForSms, maxSmsCharacters } from '../french/sms.ts';
import { variablesIn } from '../french/template-variables.ts';
import type { MailSettings } from '../mail/settings.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { SmsSettings } from '../sms/settings.ts';
import type { Database, OperationContext, Queries, Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { lockName } from '../store/locks.ts';
import type { Channel, LetterUse } from '../store/tables.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { appendLetter, maxPerPersonAndDay, mayWriteTo, writtenBy } from './letters.ts';
import { automaticUses, refusalOf, standingOf } from './refusal.ts';

/** Longest text of a letter, in code points. */
const longestLetter = 5_000;
const maxPerUserAndHour = 60;

export const PersonKey = Type.Union([Type.Literal('entry'), integer({ minimum: 0 })]);
export type PersonKey = Static<typeof PersonKey>;

export const channels = ['email', 'sms'] as const;
export const ChannelName = Type.Enum([...channels], { type: 'string' });

export interface Letter {
  readonly use: LetterUse;
  readonly channel: Channel;
  readonly person: PersonKey;
  /** The address or number that the user has seen. */
  readonly to?: string | undefined;
  /** Empty for an SMS. */
  readonly subject: string;
  readonly text: string;
  /** The start of the link by which its recipient objects; undefined without PUBLIC_URL. */
  readonly linkUrl?: string | undefined;
  /** By which a repetition is known. */
  readonly key?: string | null | undefined;
  /** The visit that it is about, as it says it. */
  readonly visit?: ClaimedLetter['visit'];
  /** Makes the calendar file that goes with it (RFC 5545). */
  readonly calendarFor?: (parties: Parties) => string;
}

/** To whom a letter goes, and the name and the address of the residence. */
export interface Parties {
  readonly recipient: string;
  readonly sender: string;
  readonly replyTo: string;
}

export interface StoredLetter {
  readonly sent: SentLetter;
  readonly sendsAt: string;
}

/**
 * Queues a letter to a person of an entry, which is locked; its texts are checked. Rejects with a `ValidationError` for a
 * person who has no address, with CONFLICT or CONSENT for somebody who must not be written to, with RATELIMIT over the limits.
 */
export async function writeLetter(
  tx: Transaction,
  entry: EntryRow,
  { author, at }: Staff,
  { use, channel, to, subject, text, key = null, visit = null, calendarFor, linkUrl, ...letter }: Letter,
  context: OperationContext,
): Promise<StoredLetter> {
  const { secrets, now } = context;
  const person = String(letter.person);
  const recipient = await addressOf(tx, entry, person, channel);
  if (recipient === undefined)
    throw new ValidationError('person', `expected a person of this entry with ${ways[channel]}`);
  if (to !== undefined && to !== recipient) throw changed(channel);
  const residence = channel === 'sms' ? undefined : await senderOf(tx, entry.establishment_id);
  const sender = residence?.sender ?? (await findResidence(tx, entry.establishment_id))?.name ?? null;
  const recipientHash = recipientHashOf(channel, recipient, secrets.contentKey);
  const allowed = { use, channel, person, recipientHash };
  const link = await requireAllowed(tx, entry, allowed, context);
  const unsubscribe = link === 'needed' || (link === 'offered' && linkUrl !== undefined);
  if (unsubscribe) requireLink(linkUrl, channel, text, entry.establishment_id);
  // Automatic letters do not count towards a user's limit.
  if (!automaticUses.has(use)) {
    // Otherwise requests at the same time would count the same letters.
    await lockName(tx, `letters by ${author}`);
    if ((await writtenBy(tx, author, pastWindow(now, hourMs))) >= maxPerUserAndHour)
      throw tooMany(`You have written ${maxPerUserAndHour} messages within an hour`, hourMs);
  }
  if (use !== 'answer') await requireFew(tx, recipientHash, now);
  const { id, sendsAt } = await appendLetter(
    tx,
    {
      ...{ entry_id: entry.id, use, channel, person, author, recipient, recipient_hash: recipientHash },
      ...{ subject: subjectOf(entry.id, subject), body: text, key, unsubscribe },
      ...{ sender, reply_to: residence?.replyTo ?? null },
      ...(visit !== null && { visit: visit.uid, visit_date: visit.date, visit_time: visit.time }),
      ...(residence !== undefined && { calendar: calendarFor?.({ recipient, ...residence }) ?? null }),
    },
    new Date(at),
  );
  return { sent: { id, use, channel, person }, sendsAt };
}

/** What became of a letter: cancelled, sent again, or come back because its address is wrong. */
type LetterNews = { readonly id: number } & (
  | { readonly cancelled: true }
  | { readonly resent: true }
  | { readonly returned: boolean }
);

/** Notes a letter in the history of its entry. It is no contact: nothing changes, but one that came back flags the entry. */
export function noteLetter(tx: Transaction, entry: EntryRow, staff: Staff, sent: SentLetter | LetterNews) {
  const patch = 'returned' in sent && sent.returned ? { flagged: true } : {};
  return changeEntry(tx, entry, { ...staff, change: 'written', detail: { sent }, patch });
}

export const ways: Readonly<Record<Channel, string>> = {
  email: 'an e-mail address',
  sms: 'a French mobile number',
};

const changed = (channel: Channel) =>
  new RequestError(
    'CONFLICT',
    `to: the ${channel === 'sms' ? 'mobile number' : 'e-mail address'} of this person has changed`,
  );

async function senderOf(read: Queries, establishmentId: number | null) {
  const residence = await writingResidence(read, establishmentId);
  if (residence === undefined)
    throw new ValidationError('id', 'expected an entry of a residence with an e-mail address');
  return { sender: residence.name, replyTo: residence.email };
}

/** The number of the entry, which the search finds, stands at the end of a subject. */
export const subjectOf = (entryId: number, subject: string) =>
  subject === '' ? '' : `${subject.trim()} [n° ${entryId}]`;

/** Throws a `ValidationError` for what no SMS can be. */
export function validateSms({ subject, text }: Pick<Letter, 'subject' | 'text'>): void {
  if (subject !== '') throw new ValidationError('subject', 'expected none: an SMS has no subject');
  requireShort(text, '');
}

function requireShort(text: string, what: string): void {
  if (isTooLongForSms(text))
    throw new ValidationError('text', `expected an SMS of at most ${maxSmsCharacters} characters${what}`);
}

/** Rejects what could hold no link by which its recipient objects. */
function requireLink(
  url: string | undefined,
  channel: Channel,
  text: string,
  residence: number | null,
): void {
  if (url === undefined)
    throw new RequestError(
      'CONFLICT',
      'link: so long after the last contact a message has to hold a link to object, which needs PUBLIC_URL',
    );
  if (channel === 'sms')
    requireShort(withLink(text, sampleLink(url, residence), channel, 'free'), ' with its link to object');
}

/**
 * Rejects with CONFLICT unless a letter that has failed may leave now: to the address that its person still has, and under
 * the rules for a new one, with RATELIMIT over the limit. Returns whether it now needs a link.
 */
export async function requireSendable(
  tx: Transaction,
  entry: EntryRow,
  letter: Omit<Recipient, 'recipientHash'> & {
    readonly id: number;
    readonly recipient: string | null;
    readonly recipientHash: string | null;
  },
  context: OperationContext,
): Promise<boolean> {
  const { id, use, channel, person, recipient, recipientHash } = letter;
  const address = await addressOf(tx, entry, person, channel);
  if (recipient === null || recipientHash === null || recipient !== address) throw changed(channel);
  if (use !== 'answer') await requireFew(tx, recipientHash, context.now, id);
  return (await requireAllowed(tx, entry, { ...letter, recipientHash }, context)) === 'needed';
}

type Recipient = Pick<ClaimedLetter, 'use' | 'channel' | 'person' | 'recipientHash'>;

/**
 * Rejects with CONSENT or CONFLICT for somebody who must not be written to. Returns whether the letter needs a link by which
 * its recipient objects (a receipt, prospection), or has one where there can be one: to who has not agreed.
 */
async function requireAllowed(
  tx: Transaction,
  entry: EntryRow,
  letter: Recipient,
  { now, secrets }: OperationContext,
): Promise<'needed' | 'offered' | undefined> {
  const { isProspection, consent } = await standingOf(tx, entry, letter, parisDay(now));
  const isFree = letter.use === 'free';
  if (isFree && isProspection && consent !== 'oui')
    throw new RequestError(
      'CONSENT',
      `consent: this person has to agree to be written to again (${consentTo[letter.channel]})`,
    );
  const { contentKey } = secrets;
  const refusal = await refusalOf(tx, { ...letter, entryId: entry.id }, { contentKey, now });
  if (refusal !== undefined) throw new RequestError('CONFLICT', `person: ${refusal}`);
  if (letter.use === 'receipt' || (isFree && isProspection)) return 'needed';
  return isFree && consent !== 'oui' ? 'offered' : undefined;
}

/** Throws a `ValidationError` for what no letter can be, and for a variable that has no value. */
export function validateLetter({ channel, ...texts }: Pick<Letter, 'channel' | 'subject' | 'text'>): void {
  if (channel === 'sms') validateSms(texts);
  for (const field of channel === 'sms' ? (['text'] as const) : (['subject', 'text'] as const)) {
    validateText(field, texts[field]);
    const [variable] = variablesIn(texts[field]);
    if (variable !== undefined) throw new ValidationError(field, `expected a value for {${variable}}`);
  }
}

// More than spaces, marks, format characters, and letters that are blank in every font.
const isVisible = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** Throws a `ValidationError` for a text that is empty or too long, and for a subject of several lines. */
export function validateText(field: 'subject' | 'text' | 'comment', value: string): void {
  if (!isVisible.test(value)) throw new ValidationError(field, 'expected some text');
  const longest = field === 'subject' ? 200 : longestLetter;
  if ([...value].length > longest) throw new ValidationError(field, `expected at most ${longest} characters`);
  if (field === 'subject' && /[\p{Cc}\u2028\u2029]/u.test(value))
    throw new ValidationError(field, 'expected one line');
}

async function addressOf(read: Queries, entry: EntryRow, person: string, channel: Channel) {
  return addressFor(channel, (await personsOf(read, entry)).get(person) ?? {});
}

/** Rejects with RATELIMIT a letter to who has got as many today as a person may. */
async function requireFew(tx: Transaction, hash: string, now: Date, exceptId?: number): Promise<void> {
  if (!(await mayWriteTo(tx, hash, now, exceptId)))
    throw tooMany(`This person was written ${maxPerPersonAndDay} messages within a day`, dayMs);
}

function tooMany(message: string, waitMs: number): RequestError {
  return new RequestError('RATELIMIT', message, { 'retry-after': String(waitMs / 1_000) });
}

/** What the routes of letters need. */
export interface LetterDeps extends ChannelSettings {
  readonly database: Database;
  readonly clock: Clock;
  /** The start of links in letters; undefined without PUBLIC_URL. */
  readonly linkUrl: string | undefined;
}

/** The settings of each channel; undefined while it is off. */
export interface ChannelSettings {
  readonly mail: MailSettings | undefined;
  readonly sms: SmsSettings | undefined;
}

/** Throws a `ValidationError` for the field while the channel is off: a letter would wait for years. */
export function requireChannel(channel: Channel, { mail, sms }: ChannelSettings, field: string): void {
  if (channel === 'email' && mail === undefined)
    throw new ValidationError(field, 'e-mail is off on this installation');
  if (channel === 'sms' && sms === undefined)
    throw new ValidationError(field, 'SMS are off on this installation');
}
