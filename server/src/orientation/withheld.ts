import { bringIntoSight } from '../entries/change/out-of-sight.ts';
import { lockEntry } from '../entries/change/row.ts';
import { fieldsWithout, readRefusedFields } from '../entries/refused-fields.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import type { Tables } from '../store/tables.ts';
import { additionalKey } from '../validation/normalize.ts';
import { applyFollowUp, applyUpdate, type Message, type Sent } from './apply.ts';
import { merge } from './merge.ts';

type Kind = Tables['withheld_messages']['kind'];

const withheldOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('withheld_messages')
    .select(['id', 'entry_id as entryId', 'author', 'received_at as receivedAt', 'kind', 'message'])
    .where('entry_id', '=', p.entryId)
    .orderBy('id'),
);

const establishment = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('id').where('id', '=', p.id),
);

/** A message that waits for the officer. */
export type WithheldMessage = Awaited<ReturnType<typeof withheldMessages>>[number];

/** Returns the messages about an entry that wait for the officer, oldest first. */
export function withheldMessages(read: Queries, entryId: number) {
  return read.all(withheldOf, { entryId });
}

/** Keeps a message about an entry that is out of sight. */
export async function withhold(
  tx: Transaction,
  { entryId, author, at, kind, message }: Sent & { readonly kind: Kind; readonly message: string },
): Promise<void> {
  await insert(tx, 'withheld_messages', { entry_id: entryId, author, received_at: at, kind, message });
}

/** Returns what a partner has sent so far, with the updates that wait. */
export async function withWithheld(tx: Transaction, entryId: number, before: Message): Promise<Message> {
  const updates = (await withheldMessages(tx, entryId)).filter(({ kind }) => kind === 'update');
  return updates.reduce<Message>((so, { message }) => merge(so, JSON.parse(message)).message, before);
}

/** Applies a message as if it came now, without the fields that are refused now. Does nothing when it was gone. */
export async function takeUp(tx: Transaction, withheld: WithheldMessage, now: Date): Promise<void> {
  const { id, entryId, author, kind } = withheld;
  if ((await setAside(tx, id)) === 0) return;
  const sent = { entryId, author, at: now.toISOString() };
  const message = fieldsWithout(JSON.parse(withheld.message), await readRefusedFields(tx));
  if (kind === 'followup') await applyFollowUp(tx, sent, message);
  else {
    const request = await tx.first(
      query((db) => db.selectFrom('orientations').select(['id', 'message']).where('entry_id', '=', entryId)),
    );
    if (request === undefined) throw new Error(`Entry ${entryId} has no orientation`);
    await applyUpdate(
      tx,
      { ...sent, id: request.id, before: JSON.parse(request.message) },
      await withKnownResidence(tx, message),
    );
  }
}

/** Returns an update; with a residence that was removed while it waited, as one that names it in an additional field. */
async function withKnownResidence(tx: Transaction, message: Message): Promise<Message> {
  const { etablissementId, ...others } = message;
  if (etablissementId === undefined || (await tx.first(establishment, { id: etablissementId })))
    return message;
  return { ...others, [additionalKey]: { ...message[additionalKey], etablissementId } };
}

/** Deletes a message. Returns how many: 0 when it was gone. */
export function setAside(tx: Transaction, id: number): Promise<number> {
  return tx.run(query((db) => db.deleteFrom('withheld_messages').where('id', '=', id)));
}

/**
 * Brings an entry back into sight: the messages that still wait are applied, and its caller is told once what has changed
 * since. Nothing that a partner has sent is lost.
 */
export async function bringBack(tx: Transaction, entryId: number, now: Date): Promise<void> {
  for (const message of await withheldMessages(tx, entryId)) await takeUp(tx, message, now);
  await bringIntoSight(tx, await lockEntry(tx, entryId), now.toISOString());
}
