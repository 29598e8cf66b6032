import { sql } from 'kysely';
import { hourMs, instantIn, momentIn, parisDay } from '../clock.ts';
import { type ActionRow, uidOfAction } from '../entries/change/actions.ts';
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
import { residenceZone } from '../entries/residence-zone.ts';
import { knownHashesOf } from '../entries/search/objections.ts';
import type { Refusal } from '../french/refusals.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Queries } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { Day, Instant, LetterUse } from '../store/tables.ts';

const entryById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'type', 'restriction', 'spam', 'received_at', 'contact_date', 'last_contact'])
    .select(['resultat', 'status', 'open', 'fields', 'extra'])
    .where('id', '=', p.id),
);

const returnedTo = statement<{ hash: string }>()((db, p) =>
  db
    .selectFrom('letters')
    .select('recipient')
    .where('recipient_hash', '=', p.hash)
    .where('returned_at', 'is not', null)
    .limit(sql.lit(20)),
);

/**
 * Whether a letter to the address or number of this person came back: nothing more goes to it by itself. Another writing of
 * the same mailbox may be the correction.
 */
async function isReturned(read: Queries, hash: string, who: Fields): Promise<boolean> {
  const now = [addressIn(who)?.toLowerCase(), mobileOf(who)];
  return (await read.all(returnedTo, { hash })).some(
    ({ recipient }) => recipient === null || now.includes(recipient.toLowerCase()),
  );
}

/** What goes to persons by itself. */
export const automaticUses: ReadonlySet<LetterUse> = new Set(['reminder', 'receipt']);

/** What nobody has asked for. */
const unasked: ReadonlySet<LetterUse> = new Set(['free', 'receipt']);

const lastWrittenAt = rawStatement<{ id: number }, { at: Instant | null }>(
  (p) => sql`select ${lastWritten(p.id)} as at`,
);

type Written = Pick<EntryRow, 'id' | 'kind' | 'type' | 'received_at' | 'contact_date' | 'last_contact'> &
  Pick<EntryRow, 'resultat' | 'status' | 'open' | 'extra'>;

/** Where a letter by this channel to a person of an entry stands: what they have said, and how long ago the last contact was. */
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
 * Why a letter to a person must not leave, as it stands when it is about to be sent; undefined when it may. `contentKey` as
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

/** A reminder comes at least so long before the visit. */
const reminderMs = 2 * hourMs;

// What was united is planned with the entry that was kept.
const visitAt = rawStatement<
  { entryId: number; uid: string },
  Pick<ActionRow, 'date' | 'time' | 'stage' | 'done' | 'outcome'> & { residenceId: number | null }
>(
  (p, { joinEach }) => sql`
select a.date, a.time, a.stage, a.done, a.outcome, e.establishment_id as "residenceId"
from entries e ${joinEach('actions', 'a', sql`a.entry_id = coalesce(e.duplicate_of, e.id)`)}
where e.id = ${p.entryId} and ${uidOfAction} = ${p.uid}`,
);

/** Why a letter about a visit would say what is not so, or no longer of use; undefined when it may leave. */
export async function visitRefusal(
  read: Queries,
  { entryId, use, channel, visit: told }: Pick<ClaimedLetter, 'entryId' | 'use' | 'channel' | 'visit'>,
  now: Date,
): Promise<Refusal | undefined> {
  if (told === null) return undefined;
  const { uid, date, time } = told;
  const visit = await read.first(visitAt, { entryId, uid });
  if (visit === undefined) return 'visit-gone';
  if (visit.done === 1) return 'visit-done';
  const isCancelled = visit.outcome !== null || visit.stage !== 'Visite';
  if (use === 'visit-cancelled') {
    if (!isCancelled) return 'visit-takes-place';
  } else {
    if (isCancelled) return 'visit-cancelled';
    if (visit.date !== date || visit.time !== time) return 'visit-moved';
  }
  const zone = await residenceZone(read, visit.residenceId);
  const latest = instantIn(zone, date, time).getTime() - (use === 'reminder' ? reminderMs : 0);
  // By e-mail it says « demain »; an SMS names the day, as it waits for Monday over a Sunday.
  const isForToday = use === 'reminder' && channel === 'email' && momentIn(zone, now).day >= date;
  const isLate = now.getTime() > latest || isForToday;
  return isLate ? 'visit-late' : undefined;
}
