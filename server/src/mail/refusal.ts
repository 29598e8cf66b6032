import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Day, MessageUse } from '../store/tables.ts';

const entryById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select(['restriction', 'spam', 'received_at']).where('id', '=', p.id),
);
const objectionByHash = statement<{ hash: string }>()((db, p) =>
  db.selectFrom('objections').select('objected_on').where('hash', '=', p.hash),
);

const returnedTo = statement<{ hash: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('recipient_hash', '=', p.hash)
    .where('returned_at', 'is not', null)
    .limit(sql.lit(1)),
);

/** Whether a message to this address came back: nothing more goes to it by itself. */
export async function isReturned(read: Queries, recipientHash: string): Promise<boolean> {
  return (await read.first(returnedTo, { hash: recipientHash })) !== undefined;
}

/** What goes to persons by itself. */
export const automaticUses: ReadonlySet<MessageUse> = new Set(['reminder', 'receipt']);

/** Why a message to a person must not leave, as it stands when it is about to be sent; undefined when it may. */
export async function refusalOf(
  read: Queries,
  { entryId, use, recipientHash }: Pick<ClaimedLetter, 'entryId' | 'use' | 'recipientHash'>,
): Promise<string | undefined> {
  const entry = await read.first(entryById, { id: entryId });
  if (entry === undefined || entry.restriction === 'erased') return 'The data of the entry was erased';
  if (entry.restriction !== null) return 'The processing of the entry is limited';
  if (entry.spam === 1) return 'The entry was marked as spam';
  if (automaticUses.has(use) && (await isReturned(read, recipientHash)))
    return 'An earlier message to this address came back';
  const objection = await read.first(objectionByHash, { hash: recipientHash });
  const isBarred =
    use === 'free' && objection !== undefined && bars(objection.objected_on, entry.received_at);
  return isBarred ? 'The person objects to being contacted' : undefined;
}

/** Who writes to us again after an objection asks for an answer. */
function bars(objectedOn: Day, receivedAt: string): boolean {
  return objectedOn >= parisDay(new Date(receivedAt));
}
