import { RequestError } from '../contract/request-error.ts';
import { entryNotFound, findEntry, lockEntry, lockKeptFirst } from '../entries/change/row.ts';
import { deskRoute, deskWrite } from '../http/desk-route.ts';
import { lockMessages } from '../privacy/erase/erased-messages.ts';
import type { Database, Transaction } from '../store/database.ts';
import { query } from '../store/statement.ts';
import { additionalKey } from '../validation/normalize.ts';
import { setAside, takeUp, withheldMessages } from './withheld.ts';

const shared = { right: 'privacy' } as const;

const listWithheldMessages = deskRoute('listWithheldMessages', 'GET /desk/privacy/entries/:id/messages', {
  ...shared,
  async run({ database }: { readonly database: Database }, { id }) {
    if ((await findEntry(database.background, id)) === undefined) throw entryNotFound(id);
    const found = await withheldMessages(database.background, id);
    return { data: found.map(({ entryId: _, ...one }) => ({ ...one, message: shownMessage(one.message) })) };
  },
});

const takeMessage = deskWrite('takeMessage', 'POST /desk/privacy/messages/:id/take', {
  ...shared,
  async run(tx, { id }, { now, record }) {
    const { entryId } = await messageWith(tx, id);
    // Locked as a partner's update does it; what another one has taken meanwhile is gone then.
    await lockMessages(tx, entryId);
    await lockKeptFirst(tx, entryId);
    await lockEntry(tx, entryId);
    const found = await messageWith(tx, id);
    const [oldest] = await withheldMessages(tx, entryId);
    if (oldest?.id !== id)
      throw new RequestError('CONFLICT', 'path: an older message of the entry still waits');
    await takeUp(tx, found, now);
    await record({ ...about(found), detail: { act: 'message-taken' } });
  },
});

const discardMessage = deskWrite('discardMessage', 'POST /desk/privacy/messages/:id/discard', {
  ...shared,
  async run(tx, { id }, { record }) {
    const found = await messageWith(tx, id);
    await setAside(tx, id);
    await record({ ...about(found), detail: { act: 'message-discarded' } });
  },
});

/** Messages of partners that wait for the officer. */
export const orientationDesk = [listWithheldMessages, takeMessage, discardMessage] as const;

const about = ({ entryId }: { readonly entryId: number }) =>
  ({ action: 'changed', subject: 'entry', subjectId: entryId }) as const;

/** Fields that the interface does not define stand beside the others. */
function shownMessage(json: string): Readonly<Record<string, unknown>> {
  const { [additionalKey]: additional, ...message } = JSON.parse(json);
  return { ...message, ...additional };
}

async function messageWith(tx: Transaction, id: number) {
  const found = await tx.first(
    query((db) => db.selectFrom('withheld_messages').select('entry_id as entryId').where('id', '=', id)),
  );
  const all = found === undefined ? [] : await withheldMessages(tx, found.entryId);
  const message = all.find((one) => one.id === id);
  if (message === undefined) throw new RequestError('NOTFOUND', `path: no message has the id ${id}`);
  return message;
}
