import { recordAudit, serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { putObjection } from '../../entries/search/objections.ts';
import { operation } from '../../store/operation.ts';
import { query } from '../../store/statement.ts';

/** Notes the objection of who has followed the link of a message; once a day, however often it is sent. */
export const objectByLink = operation('objectByLink', async (tx, { hash }: { hash: string }, { now }) => {
  const today = parisDay(now);
  const known = await tx.first(
    query((db) => db.selectFrom('objections').select('objected_on as day').where('hash', '=', hash)),
  );
  if (known !== undefined && known.day >= today) return;
  const kind = 'email';
  const subjectId = await putObjection(tx, hash, { kind, objected_on: today, request_id: null });
  const author = { at: now.toISOString(), userId: null, author: serviceAuthor, address: null };
  await recordAudit(tx, { ...author, action: 'added', subject: 'objection', subjectId, detail: { kind } });
});
