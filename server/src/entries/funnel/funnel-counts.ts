import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { FunnelPosition } from './funnel-position.ts';

/** A lead that begins to count so, or no longer does. */
export interface FunnelChange {
  readonly position: FunnelPosition;
  readonly times: 1 | -1;
}

/** How much a count of leads that stand alike changes. */
export interface FunnelCount {
  readonly year: number;
  readonly establishmentId: number;
  readonly month: number;
  readonly type: string;
  readonly advertised: 0 | 1;
  readonly reached: number;
  readonly count: number;
}

/** How much a count of leads that took equally long changes. */
export interface DurationCount {
  readonly year: number;
  readonly establishmentId: number;
  readonly month: number;
  /** To the first `contact`, in working minutes; to the `admission`, in days. */
  readonly measure: 'contact' | 'admission';
  readonly value: number;
  readonly count: number;
}

const changeFunnelCount = statement<{
  year: number;
  establishmentId: number;
  month: number;
  type: string;
  advertised: 0 | 1;
  reached: number;
  count: number;
}>()((db, p) =>
  db
    .insertInto('lead_counts')
    .values({
      year: p.year,
      establishment_id: p.establishmentId,
      month: p.month,
      type: p.type,
      advertised: p.advertised,
      reached: p.reached,
      count: p.count,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['year', 'establishment_id', 'month', 'type', 'advertised', 'reached'])
        .doUpdateSet((eb) => ({ count: eb('lead_counts.count', '+', eb.ref('excluded.count')) })),
    ),
);
const changeDurationCount = statement<{
  year: number;
  establishmentId: number;
  measure: 'contact' | 'admission';
  month: number;
  value: number;
  count: number;
}>()((db, p) =>
  db
    .insertInto('delay_counts')
    .values({
      year: p.year,
      establishment_id: p.establishmentId,
      measure: p.measure,
      month: p.month,
      value: p.value,
      count: p.count,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['year', 'establishment_id', 'measure', 'month', 'value'])
        .doUpdateSet((eb) => ({ count: eb('delay_counts.count', '+', eb.ref('excluded.count')) })),
    ),
);

/** Adds up the changes of one batch, in one order for every writer: so that none locks another out. */
export function foldFunnelCounts(changes: readonly FunnelChange[]): {
  readonly leads: readonly FunnelCount[];
  readonly delays: readonly DurationCount[];
} {
  const leads = new Map<string, FunnelCount>();
  const delays = new Map<string, DurationCount>();
  for (const { position, times } of changes) {
    const { contactMinutes, admissionDays, type, advertised, reached, ...place } = position;
    add(leads, { ...place, type, advertised, reached, count: times });
    if (contactMinutes !== null)
      add(delays, { ...place, measure: 'contact', value: contactMinutes, count: times });
    if (admissionDays !== null)
      add(delays, { ...place, measure: 'admission', value: admissionDays, count: times });
  }
  return { leads: inOrder(leads), delays: inOrder(delays) };
}

/** Applies changes to the counts of leads, in the transaction that changes the leads; after those of the year. */
export async function changeFunnelCounts(tx: Transaction, changes: readonly FunnelChange[]): Promise<void> {
  const { leads, delays } = foldFunnelCounts(changes);
  for (const lead of leads) await tx.run(changeFunnelCount, { ...lead });
  for (const delay of delays) await tx.run(changeDurationCount, { ...delay });
}

function add<C extends { readonly count: number }>(counts: Map<string, C>, change: C): void {
  const { count, ...key } = change;
  const name = Object.values(key).join(' ');
  counts.set(name, { ...change, count: count + (counts.get(name)?.count ?? 0) });
}

function inOrder<C extends { readonly count: number }>(counts: ReadonlyMap<string, C>): C[] {
  return [...counts]
    .filter(([, { count }]) => count !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, count]) => count);
}
