import { recordAudit, serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { Objection } from '../../entries/search/objection-token.ts';
import { putObjection } from '../../entries/search/objections.ts';
import type { Queries } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

const byHash = statement<{ hash: string }>()((db, p) =>
  db.selectFrom('objections').select('objected_on as day').where('hash', '=', p.hash),
);

/** The day of the objection that is noted; empty, so before all days, when there is none. */
export async function objectedOn(read: Queries, hash: string): Promise<Day | ''> {
  return (await read.first(byHash, { hash }))?.day ?? '';
}

/** Notes the objection of a person who has followed the link of a message; once a day, however often it is sent. */
export const objectByLink = operation('objectByLink', async (tx, { hash, kind }: Objection, { now }) => {
  const today = parisDay(now);
  if ((await objectedOn(tx, hash)) >= today) return;
  const subjectId = await putObjection(tx, hash, { kind, objected_on: today, request_id: null });
  const author = { at: now.toISOString(), userId: null, author: serviceAuthor, address: null };
  await recordAudit(tx, { ...author, action: 'added', subject: 'objection', subjectId, detail: { kind } });
});
