import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { personsOf } from '../entries/change/persons.ts';
import { parsedFields, storedRelations } from '../entries/change/relations.ts';
import type { Fields } from '../entries/diff.ts';
import {
  consentsOf,
  consentTo,
  type Followed,
  isRecontact,
  lastWritten,
  needsConsent,
  senderOf,
} from '../entries/follow-up/consent.ts';
import { addressIn, mobileOf } from '../entries/people.ts';
import { knownHashesOf } from '../entries/search/objections.ts';
import type { Refusal } from '../french/refusals.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Queries } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { Day, Instant, MessageUse } from '../store/tables.ts';

const entryById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'type', 'restriction', 'spam', 'received_at', 'contact_date', 'last_contact'])
    .select(['resultat', 'status', 'open', 'fields', 'extra'])
    .where('id', '=', p.id),
);

const returnedTo = statement<{ hash: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select('recipient')
    .where('recipient_hash', '=', p.hash)
    .where('returned_at', 'is not', null)
    .limit(sql.lit(20)),
);

/**
 * Whether a message to the address or number of this person came back: nothing more goes to it by itself. Another writing of
 * the same mailbox may be the correction.
 */
async function isReturned(read: Queries, hash: string, who: Fields): Promise<boolean> {
  const now = [addressIn(who)?.toLowerCase(), mobileOf(who)];
  return (await read.all(returnedTo, { hash })).some(
    ({ recipient }) => recipient === null || now.includes(recipient.toLowerCase()),
  );
}

/** What goes to persons by itself. */
export const automaticUses: ReadonlySet<MessageUse> = new Set(['reminder', 'receipt']);

/** What nobody has asked for. */
const unasked: ReadonlySet<MessageUse> = new Set(['free', 'receipt']);

const lastWrittenAt = rawStatement<{ id: number }, { at: Instant | null }>(
  (p) => sql`select ${lastWritten(p.id)} as at`,
);

type Written = Pick<EntryRow, 'id' | 'kind' | 'type' | 'received_at' | 'contact_date' | 'last_contact'> &
  Pick<EntryRow, 'resultat' | 'status' | 'open' | 'extra'>;

/** Where a message by this channel to a person of an entry stands: what they have said, and how long ago the last contact was. */
export async function standingOf(
  read: Queries,
  entry: Written,
  { person, channel }: Pick<ClaimedLetter, 'person' | 'channel'>,
  today: Day,
) {
  const { kind, received_at: receivedAt, contact_date: contactDate, last_contact: lastContact } = entry;
  const writtenAt = (await read.first(lastWrittenAt, { id: entry.id }))?.at ?? null;
  const followed: Followed = { ...entry, receivedAt, contactDate, lastContact, writtenAt };
  const relations = await storedRelations(read, entry.id);
  const consents = consentsOf(person, { kind, extra: parsedFields(entry.extra), relations });
  return {
    sender: senderOf(
      kind,
      relations.map(({ position }) => position),
    ),
    consent: consents[consentTo[channel]],
    /** So long after the last contact it is prospection. */
    isProspection: needsConsent({ ...followed, consent: null }, today),
    isRecontact: isRecontact(followed, today),
  };
}

/**
 * Why a message to a person must not leave, as it stands when it is about to be sent; undefined when it may. `contentKey` as
 * in secrets.ts.
 */
export async function refusalOf(
  read: Queries,
  letter: Pick<ClaimedLetter, 'entryId' | 'use' | 'channel' | 'person' | 'recipientHash'>,
  { contentKey, now }: { readonly contentKey: string; readonly now: Date },
): Promise<Refusal | undefined> {
  const { entryId, use, channel, person, recipientHash } = letter;
  const entry = await read.first(entryById, { id: entryId });
  if (entry === undefined || entry.restriction === 'erased') return 'entry-erased';
  if (entry.restriction !== null) return 'entry-limited';
  if (entry.spam === 1) return 'entry-spam';
  const who = (await personsOf(read, entry)).get(person) ?? {};
  const hashes = knownHashesOf([who], contentKey);
  if (!hashes.includes(recipientHash)) return 'address-changed';
  if (automaticUses.has(use) && (await isReturned(read, recipientHash, who))) return 'returned';
  // Answers, and what is told of a visit, were asked for.
  if (!unasked.has(use)) return undefined;
  const standing = await standingOf(read, entry, letter, parisDay(now));
  if (use === 'free' && standing.isProspection && standing.consent !== 'oui') return 'no-consent';
  const objection = query((db) =>
    db.selectFrom('objections').select('id').where('hash', 'in', hashes).where('kind', '=', channel).limit(1),
  );
  if (standing.consent !== 'non' && (await read.first(objection)) === undefined) return undefined;
  // Whose request is open waits for an answer, but not who is named by others.
  const isAwaited = use === 'free' && person === standing.sender && !standing.isRecontact;
  return isAwaited ? undefined : 'objects';
}
