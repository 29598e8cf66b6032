import { type RawBuilder, sql } from 'kysely';
import { actionsOf, type EntryAction } from '../entries/follow-up/progress.ts';
import type { CountedLead } from '../entries/funnel/funnel-position.ts';
import type { Queries } from '../store/database.ts';
import type { Dialect } from '../store/dialect.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import type { Period } from './period.ts';

/** Leads per page. */
const pageSize = 1_000;

type StateColumns = Pick<EntryRow, 'open' | 'reached' | 'next_date' | 'asleep_until' | 'last_contact'>;
type CountedColumns = Pick<
  CountedLead,
  'contactDate' | 'receivedAt' | 'type' | 'resultat' | 'motif' | 'callerId' | 'partnerId'
>;
interface LeadRow extends StateColumns, CountedColumns {
  readonly id: number;
  readonly establishmentId: number;
  readonly advertised: 0 | 1;
  readonly attempts: number;
}
type NextLeads = Record<'from' | 'to' | 'notFrom' | 'notTo', Day> & { ids: string; after: number };
/** A lead that the statistics count, with what was done for it. */
export interface Lead extends CountedLead, StateColumns {
  readonly establishmentId: number;
  readonly attempts: number;
  readonly actions: readonly EntryAction[];
}

/** The condition on the table `e` that the statistics count it at one of these residences: `countedIn` in SQL. */
export function isCounted(ids: RawBuilder<string>, dialect: Dialect): RawBuilder<boolean> {
  return sql`e.kind = 'commercial' and e.test = 0 and e.spam = 0 and e.duplicate_of is null
    and ${dialect.idIn('e.establishment_id', ids)}`;
}

// The page is found in the index of the lists, which holds every column of the conditions: the rows are three times as slow.
const nextLeads = rawStatement<NextLeads, LeadRow>(
  (p, dialect) => sql`
select r.id, r.establishment_id as "establishmentId", r.contact_date as "contactDate", r.received_at as "receivedAt",
  r.type, r.advertised, r.resultat, r.motif, r.caller_id as "callerId", r.partner_id as "partnerId",
  r.attempts, r.open, r.reached, r.next_date, r.asleep_until, r.last_contact
from (
  select e.id from entries e
  where ${isCounted(p.ids, dialect)} and e.id > ${p.after}
    and e.contact_date between ${p.from} and ${p.to} and e.contact_date not between ${p.notFrom} and ${p.notTo}
  order by e.id limit ${sql.lit(pageSize)}
) as page ${dialect.joinEach('entries', 'r', sql`r.id = page.id`)}
order by r.id`,
);
/** Earlier than any day that is counted. */
const never: Period = { from: '0001-01-01', to: '0001-01-01' };

/**
 * Yields the leads whose contact date lies in a period, but not in `except`, in pages: neither the memory nor the event
 * loop ever holds all of them. For `database.background`.
 */
export async function* leadsOf(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
  except = never,
): AsyncGenerator<Lead[]> {
  const ids = JSON.stringify(establishmentIds);
  let after = 0;
  for (;;) {
    const left = { notFrom: except.from, notTo: except.to };
    const page = await read.all(nextLeads, { ...period, ...left, ids, after });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    const pageIds = page.map(({ id }) => id);
    const actions = await actionsOf(read, pageIds);
    yield page.map(({ advertised, attempts, ...lead }) => ({
      ...lead,
      kind: 'commercial',
      test: false,
      excluded: false,
      advertised: advertised === 1,
      attempts: Number(attempts),
      actions: actions.get(lead.id) ?? [],
    }));
    if (page.length < pageSize) return;
  }
}
