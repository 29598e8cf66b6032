import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { countedIn, type NewAction, stageOf } from '../entry.ts';

/** Increments of the yearly counts of one residence. */
export type ContactCountChange = {
  readonly year: number;
  readonly establishmentId: number;
  readonly total: number;
  readonly hasAction: number;
};

const changeContactCount = statement<ContactCountChange>()((db, p) =>
  db
    .insertInto('contact_counts')
    .values({ year: p.year, establishment_id: p.establishmentId, total: p.total, has_action: p.hasAction })
    .onConflict((conflict) =>
      conflict.columns(['year', 'establishment_id']).doUpdateSet((eb) => ({
        total: eb('contact_counts.total', '+', eb.ref('excluded.total')),
        has_action: eb('contact_counts.has_action', '+', eb.ref('excluded.has_action')),
      })),
    ),
);

/** The values of a lead that determine how it is counted. */
export type CountedLead = Parameters<typeof countedIn>[0] & {
  readonly actions: readonly Pick<NewAction, 'stage' | 'author' | 'done'>[];
};

/** Returns the change when a lead is counted (1), or no longer counted (-1): none for one that counts nowhere. */
export function contactChangesOf(lead: CountedLead, times: 1 | -1): ContactCountChange[] {
  const place = countedIn(lead);
  if (place === null) return [];
  const hasAction = lead.actions.some((action) => stageOf(action) !== null);
  return [{ ...place, total: times, hasAction: hasAction ? times : 0 }];
}

/** Sums up the changes of one batch, sorted: all writers lock rows in the same order, so they can't deadlock. */
export function foldContactCounts(changes: readonly ContactCountChange[]): ContactCountChange[] {
  const folded = new Map<number, ContactCountChange>();
  for (const change of changes) {
    const key = change.establishmentId * 10_000 + change.year;
    const before = folded.get(key);
    folded.set(
      key,
      before === undefined
        ? change
        : { ...change, total: before.total + change.total, hasAction: before.hasAction + change.hasAction },
    );
  }
  return [...folded.values()].sort((a, b) => a.year - b.year || a.establishmentId - b.establishmentId);
}

/** Applies changes to the yearly counts, in the transaction that changes the counted entries. */
export async function changeContactCounts(tx: Transaction, changes: readonly ContactCountChange[]) {
  for (const change of foldContactCounts(changes)) {
    if (change.total !== 0 || change.hasAction !== 0) await tx.run(changeContactCount, change);
  }
}
