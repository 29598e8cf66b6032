import { sql } from 'kysely';
import Type from 'typebox';
import { isNowhere, isWithin, reachOf } from '../../access/roles.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import { nothingThere } from '../../http/errors.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { withinReach } from './filter.ts';

const route = { right: 'refused' } as const;
const maxListed = 200;

const listRefusedCreations = deskRoute('listRefusedCreations', 'GET /desk/refused-creations', {
  ...route,
  run: async ({ database }: DeskDeps, { by }) => ({
    data: await database.background.all(
      query((db, dialect) =>
        db
          .selectFrom('refused_creations as e')
          .innerJoin('callers as c', 'c.id', 'e.caller_id')
          .select(['e.id', 'c.name as caller', 'establishment_id as establishmentId', 'kind', 'reason'])
          .select(['body', 'first_at as firstAt', 'last_at as lastAt', 'times'])
          .where(isOpenFor(by, dialect))
          .orderBy('last_at', 'desc')
          .orderBy('e.id', 'desc')
          .limit(maxListed),
      ),
    ),
  }),
});

const settleRefusedCreation = deskWrite('settleRefusedCreation', 'PUT /desk/refused-creations/:id', {
  ...route,
  body: exactly({ state: Type.Enum(['open', 'handled', 'set-aside'], { type: 'string' }) }),
  async run(tx, { id, state, by }, { record }) {
    const found = query((db) =>
      db.selectFrom('refused_creations').select('establishment_id as at').where('id', '=', id),
    );
    const row = await tx.first(found);
    if (row === undefined || !isWithin(reachOf(by.grants, route.right), row.at)) throw nothingThere();
    await update(tx, 'refused_creations', id, { state });
    await record({ action: 'changed', subject: 'refused-creation', subjectId: id, detail: { state } });
  },
});

export const refusedRoutes = [listRefusedCreations, settleRefusedCreation] as const;

/** Returns how many wait for this user; null without the right. */
export async function countRefused(read: Queries, by: DeskActor): Promise<number | null> {
  if (isNowhere(reachOf(by.grants, route.right))) return null;
  const open = query((db, dialect) =>
    db
      .selectFrom('refused_creations as e')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isOpenFor(by, dialect)),
  );
  return (await read.first(open))?.count ?? 0;
}

/** The condition on the table `e`. */
function isOpenFor({ grants }: DeskActor, dialect: Dialect) {
  const reach = reachOf(grants, route.right);
  const within = reach === 'everywhere' ? sql`true` : withinReach(reach, dialect);
  return sql<boolean>`state = 'open' and ${within}`;
}
