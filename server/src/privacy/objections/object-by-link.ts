import { recordAudit, serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { ObjectionLink } from '../../entries/search/objection-token.ts';
import { byLink, endObjection, putObjection } from '../../entries/search/objections.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Channel } from '../../store/tables.ts';

const stored = statement<Pick<ObjectionLink, 'hash' | 'channel'>>()((db, p) =>
  db
    .selectFrom('objections')
    .select(['id', 'objected_on as day', 'person'])
    .where('hash', '=', p.hash)
    .where('kind', '=', p.channel),
);

/** The objection that is noted; undefined when there is none. */
export async function objectionOfLink(read: Queries, { hash, channel }: ObjectionLink) {
  const found = await read.first(stored, { hash, channel });
  // What was told to the officer or to staff is not the link's to take back.
  return found && { ...found, isOfLink: found.person === byLink };
}

/** Notes the objection of a person who has followed the link of a message; once a day, however often it is sent. */
export const objectByLink = operation('objectByLink', async (tx, link: ObjectionLink, { now }) => {
  const today = parisDay(now);
  if (((await objectionOfLink(tx, link))?.day ?? '') >= today) return;
  const { hash, channel: kind } = link;
  const noted = { hash, kind, objected_on: today, request_id: null, person: byLink };
  const id = await putObjection(tx, noted, now);
  await record(tx, 'added', id, kind, now);
});

/** Takes back what the link has noted: somebody clicked by mistake. */
export const takeBackByLink = operation('takeBackByLink', async (tx, link: ObjectionLink, { now }) => {
  const found = await objectionOfLink(tx, link);
  if (!found?.isOfLink) return;
  await endObjection(tx, found.id, now);
  await record(tx, 'removed', found.id, link.channel, now);
});

function record(tx: Transaction, action: 'added' | 'removed', subjectId: number, kind: Channel, now: Date) {
  const author = { at: now.toISOString(), userId: null, author: serviceAuthor, address: null };
  return recordAudit(tx, { ...author, action, subject: 'objection', subjectId, detail: { kind } });
}
