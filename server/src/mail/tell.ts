import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Queries } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { EntriesTable } from '../database/tables.ts';
import { oneAtATime, roomForMails } from './held.ts';
import { newsOf } from './news.ts';
import { concerns, recipients } from './recipients.ts';
import { aboutArrival } from './texts.ts';
import { type Telling, writeMail } from './write.ts';

/** Notices in a transaction. */
const mostNotices = 100;

interface NoticeRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id' | 'partner_id'> {
  readonly id: number;
  readonly entryId: number;
  /** Spam, or a duplicate, by now. */
  readonly aside: 0 | 1;
  readonly residence: string | null;
}

const anyUntold = statement()((db) =>
  db.selectFrom('notices').select('id').where('told', '=', sql.lit(0)).limit(1),
);
const untold = rawStatement<Record<never, never>, NoticeRow>(
  (_, engine) => sql`
select n.id, n.entry_id as "entryId", e.kind, e.type, e.establishment_id, e.partner_id,
  case when e.spam = 1 or e.duplicate_of is not null then 1 else 0 end as aside, r.name as residence
from notices n join entries e on e.id = n.entry_id left join establishments r on r.id = e.establishment_id
where n.told = 0 order by n.id limit ${sql.lit(mostNotices)}
${engine === 'postgres' ? sql`for update of n skip locked` : sql``}`,
);
const setTold = rawStatement<{ ids: string }, unknown>((p, engine) =>
  engine === 'postgres'
    ? sql`update notices set told = 1 where id = any(array(select value::bigint from json_array_elements_text(${p.ids}::json) as listed(value)))`
    : sql`update notices set told = 1 where id in (select value from json_each(${p.ids}))`,
);

/** Whether somebody may have to be told of something at once. */
export async function isSomethingUntold(read: Queries): Promise<boolean> {
  return (await read.first(anyUntold, {})) !== undefined;
}

/**
 * Writes a mail for everybody who wants to be told of it at once, for each notice; of spam and duplicates nobody is.
 * Whoever has had many within the hour is told of the rest in one mail. Answers how many notices there were.
 */
export const tellAtOnce = operation('tellAtOnce', async (tx, { publicUrl }: Telling, { now }) => {
  const at = now.toISOString();
  await oneAtATime(tx);
  const room = roomForMails(tx, at);
  const notices = await tx.all(untold, {});
  if (notices.length === 0) return 0;
  await tx.run(setTold, { ids: JSON.stringify(notices.map(({ id }) => id)) });
  const eager = (await recipients(tx)).filter(({ preference }) => preference === 'at-once');
  for (const { kind, type, partner_id, establishment_id, entryId, residence, aside } of notices) {
    if (aside === 1) continue;
    const news = newsOf({ kind, type, isOfPartner: partner_id !== null });
    const written = aboutArrival({ news, entryId, kind, residence }, publicUrl);
    const told = eager.filter((one) => concerns(one, news, establishment_id));
    for (const userId of new Set(told.map((one) => one.userId))) {
      if (await room.take(userId, entryId))
        await writeMail(tx, { userId, entryId }, written, { publicUrl, at });
    }
  }
  return notices.length;
});
