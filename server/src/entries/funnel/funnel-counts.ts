import type { Transaction } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { Tables } from '../../store/tables.ts';
import { type CountedLead, type FunnelPosition, funnelPositionOf } from './funnel-position.ts';

/** A lead that enters a funnel position (1) or leaves it (-1). */
export interface FunnelChange {
  readonly position: FunnelPosition;
  readonly times: 1 | -1;
}

/** A row of `lead_counts` or `delay_counts`, or what is added to it. */
export type CountRow<T extends 'lead_counts' | 'delay_counts'> = Omit<Tables[T], 'establishment_id'> & {
  readonly establishmentId: number;
};
type FunnelCount = CountRow<'lead_counts'>;
type DurationCount = CountRow<'delay_counts'>;

const leadKey = ['year', 'month', 'type', 'advertised', 'sender', 'resultat', 'motif', 'reached'] as const;
const changeFunnelCount = statement<FunnelCount>()((db, p) =>
  db
    .insertInto('lead_counts')
    .values({ establishment_id: p.establishmentId, ...pick(p, [...leadKey, 'count']) })
    .onConflict((conflict) =>
      conflict
        .columns(['establishment_id', ...leadKey])
        .doUpdateSet((eb) => ({ count: eb('lead_counts.count', '+', eb.ref('excluded.count')) })),
    ),
);
const durationKey = ['year', 'month', 'measure', 'value'] as const;
const changeDurationCount = statement<DurationCount>()((db, p) =>
  db
    .insertInto('delay_counts')
    .values({ establishment_id: p.establishmentId, ...pick(p, [...durationKey, 'count']) })
    .onConflict((conflict) =>
      conflict
        .columns(['establishment_id', ...durationKey])
        .doUpdateSet((eb) => ({ count: eb('delay_counts.count', '+', eb.ref('excluded.count')) })),
    ),
);

/** Returns the change when a lead is counted (1), or no longer counted (-1): none for one that counts nowhere. */
export function funnelChangesOf(lead: CountedLead, times: 1 | -1): FunnelChange[] {
  const position = funnelPositionOf(lead);
  return position === null ? [] : [{ position, times }];
}

/** Changes summed up, by their keys: one entry for each row of the tables. */
export interface FunnelFold {
  readonly leads: Map<string, FunnelCount>;
  readonly durations: Map<string, DurationCount>;
}

export const emptyFold = (): FunnelFold => ({ leads: new Map(), durations: new Map() });

/** Adds a change to those that are summed up. */
export function addChange({ leads, durations }: FunnelFold, { position, times }: FunnelChange): void {
  const { year, month, establishmentId, contactMinutes, admissionDays, furthestStep, ...lead } = position;
  const place = { year, month, establishmentId };
  add(leads, { ...place, ...lead, reached: furthestStep, count: times });
  if (contactMinutes !== null)
    add(durations, { ...place, measure: 'contact', value: contactMinutes, count: times });
  if (admissionDays !== null)
    add(durations, { ...place, measure: 'admission', value: admissionDays, count: times });
}

/** Sums up the changes of one batch, sorted: all writers lock rows in the same order, so they can't deadlock. */
export function foldFunnelCounts(changes: readonly FunnelChange[]): {
  readonly leads: readonly FunnelCount[];
  readonly durations: readonly DurationCount[];
} {
  const fold = emptyFold();
  for (const change of changes) addChange(fold, change);
  return { leads: inOrder(fold.leads), durations: inOrder(fold.durations) };
}

/** Applies changes to the funnel counts, in the transaction that changes the leads and after the yearly counts. */
export async function changeFunnelCounts(tx: Transaction, changes: readonly FunnelChange[]): Promise<void> {
  const { leads, durations } = foldFunnelCounts(changes);
  for (const lead of leads) await tx.run(changeFunnelCount, lead);
  for (const duration of durations) await tx.run(changeDurationCount, duration);
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
