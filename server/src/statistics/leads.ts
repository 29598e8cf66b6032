import { type RawBuilder, sql } from 'kysely';
import { actionsOf } from '../entries/follow-up/progress.ts';
import type { CountedLead } from '../entries/funnel/funnel-position.ts';
import type { Queries } from '../store/database.ts';
import type { Dialect, Ids } from '../store/dialect.ts';
import { type Parameters, rawStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { byWeek, type Period } from './period.ts';

export type Counted = Record<'from' | 'to', Day> & { readonly ids: readonly number[] };

/** The condition on the table `e` that the statistics count it at one of these residences: `countedIn` in SQL. */
export function isCounted(ids: RawBuilder<Ids>, dialect: Dialect): RawBuilder<boolean> {
  return sql`e.kind = 'commercial' and e.test = 0 and e.spam = 0 and e.duplicate_of is null
    and ${dialect.idIn('e.establishment_id', ids)}`;
}

/**
 * The leads of a period that the statistics count, as the table `e` of a `from`. Lists leave restricted entries out, so
 * these have an index of their own: each part is read by its days.
 */
export function countedLeads({ from, to, ids }: Parameters<Counted>, dialect: Dialect) {
  const [listed, restricted] = [sql`restriction is null`, sql`restriction is not null`].map(
    (condition) => sql`select id from entries where kind = 'commercial' and test = 0 and spam = 0
      and duplicate_of is null and ${condition} and contact_date between ${from} and ${to}`,
  );
  return sql`(${listed} union all ${restricted}) as found
    ${dialect.joinEach('entries', 'e', sql`e.id = found.id and ${dialect.idIn('e.establishment_id', ids)}`)}`;
}

type Lead = Omit<CountedLead, 'kind' | 'test' | 'excluded' | 'advertised' | 'actions'> & {
  readonly id: number;
  readonly advertised: 0 | 1;
};
const leads = rawStatement<Counted, Lead>(
  (p, dialect) => sql`
select e.id, e.establishment_id as "establishmentId", e.contact_date as "contactDate", e.received_at as "receivedAt",
  e.type, e.advertised, e.resultat, e.motif, e.caller_id as "callerId", e.partner_id as "partnerId"
from ${countedLeads(p, dialect)}`,
);

/**
 * Yields the leads whose contact date lies in a period, with what was done for them, week by week: neither the memory nor
 * the event loop ever holds all of them. For `database.background`.
 */
export async function* leadsOf(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
): AsyncGenerator<CountedLead[]> {
  for (const week of byWeek(period)) {
    const found = await read.all(leads, { ...week, ids: establishmentIds });
    const actions = await actionsOf(
      read,
      found.map(({ id }) => id),
    );
    yield found.map(({ id, advertised, ...lead }) => ({
      ...lead,
      kind: 'commercial',
      test: false,
      excluded: false,
      advertised: advertised === 1,
      actions: actions.get(id) ?? [],
    }));
  }
}
