import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { personsOf } from '../entries/change/persons.ts';
import { parsedFields } from '../entries/change/relations.ts';
import type { Fields } from '../entries/diff.ts';
import { consentTo } from '../entries/follow-up/consent.ts';
import { addressIn, mobileOf } from '../entries/people.ts';
import { knownHashesOf } from '../entries/search/objections.ts';
import type { Refusal } from '../french/refusals.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Queries } from '../store/database.ts';
import { query, statement } from '../store/statement.ts';
import type { MessageUse } from '../store/tables.ts';

const entryById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'restriction', 'spam', 'received_at', 'fields', 'extra'])
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

/**
 * Why a message to a person must not leave, as it stands when it is about to be sent; undefined when it may. `contentKey` as
 * in secrets.ts.
 */
export async function refusalOf(
  read: Queries,
  {
    entryId,
    use,
    channel,
    person,
    recipientHash,
    unsubscribe,
  }: Pick<ClaimedLetter, 'entryId' | 'use' | 'channel' | 'person' | 'recipientHash' | 'unsubscribe'>,
  contentKey: string,
): Promise<Refusal | undefined> {
  const entry = await read.first(entryById, { id: entryId });
  if (entry === undefined || entry.restriction === 'erased') return 'entry-erased';
  if (entry.restriction !== null) return 'entry-limited';
  if (entry.spam === 1) return 'entry-spam';
  if (use === 'free' && unsubscribe && parsedFields(entry.extra)[consentTo[channel]] !== 'oui')
    return 'no-consent';
  const persons = await personsOf(read, entry);
  const who = persons.get(person) ?? {};
  // By the phone number too: who objects does not say by which way.
  const hashes = knownHashesOf([who], contentKey);
  if (!hashes.includes(recipientHash)) return 'address-changed';
  if (automaticUses.has(use) && (await isReturned(read, recipientHash, who))) return 'returned';
  const objection = await read.first(
    query((db) =>
      db
        .selectFrom('objections')
        .select(({ fn }) => fn.max('objected_on').as('day'))
        .where('hash', 'in', hashes),
    ),
  );
  const objectedOn = objection?.day ?? null;
  if (objectedOn === null) return undefined;
  const [sender] = entry.kind === 'commercial' ? persons.keys() : ['entry'];
  // Who writes to us again after an objection asks for an answer, but not who is named by others.
  const isOwed = !unsubscribe && (!unasked.has(use) || objectedOn < parisDay(new Date(entry.received_at)));
  return person === sender && isOwed ? undefined : 'objects';
}
