import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

/** How many objections the list shows. */
export const maxListed = 500;

const current = statement<{ today: Day }>()((db, p) =>
  db
    .selectFrom('objections')
    .select(['id', 'kind', 'objected_on as objectedOn', 'expires_on as expiresOn', 'request_id as requestId'])
    .where('expires_on', '>=', p.today)
    .orderBy('id', 'desc')
    .limit(sql.lit(maxListed + 1)),
);
/** An objection that is already known is renewed. */
export const putObjection = statement<{
  hash: string;
  kind: 'phone' | 'email';
  objectedOn: Day;
  expiresOn: Day;
  requestId: number | null;
}>()((db, p) =>
  db
    .insertInto('objections')
    .values({
      hash: p.hash,
      kind: p.kind,
      objected_on: p.objectedOn,
      expires_on: p.expiresOn,
      request_id: p.requestId,
    })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({
        objected_on: eb.ref('excluded.objected_on'),
        expires_on: eb.ref('excluded.expires_on'),
        request_id: eb.ref('excluded.request_id'),
      })),
    )
    .returning('id'),
);
export const deleteObjection = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('objections').where('id', '=', p.id),
);

/** Returns the objections that have not expired, the newest first. */
export function currentObjections(read: Queries, today: Day) {
  return read.all(current, { today });
}
