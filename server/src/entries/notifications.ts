import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
import type { Creation, StoredOutcome } from './create-entries.ts';
import type { NewEntry } from './entry.ts';

// `suppressed`: nobody is told, unless the entry is to be told of once more.
const insertNotifications = rawStatement<{ entryIds: string; at: string; suppressed: 0 | 1 }, unknown>((p, engine) =>
  engine === 'postgres'
    ? sql`
insert into notifications (entry_id, created_at, notified, digested)
select value::bigint, ${p.at}::timestamptz, ${p.suppressed}::integer, ${p.suppressed}::integer
from json_array_elements_text(${p.entryIds}::json) as listed(value)`
    : sql`
insert into notifications (entry_id, created_at, notified, digested)
select value, ${p.at}, ${p.suppressed}, ${p.suppressed} from json_each(${p.entryIds})`,
);
// None for an entry of which nobody was to be told; none beside one that is still to be told.
const insertAnother = rawStatement<{ entryId: number; at: string }, unknown>(
  (p, engine) => sql`
insert into notifications (entry_id, created_at)
select entry_id, ${p.at}${engine === 'postgres' ? sql`::timestamptz` : sql``} from notifications where entry_id = ${p.entryId}
group by entry_id having min(notified) = 1`,
);

/**
 * Notes what staff are to be told of among creations, in the transaction that stores them: leads, contact forms,
 * complaints and applications that were not there before. Who is told, and how, mail/ decides. Of what is presumed spam
 * nobody is told before staff say that it is none.
 */
export async function addNotifications(
  tx: Transaction,
  creations: readonly Pick<Creation, 'entry'>[],
  outcomes: readonly StoredOutcome[],
  at: Instant,
): Promise<void> {
  const made = outcomes.flatMap((outcome, i) => {
    const entry = creations[i]?.entry;
    return outcome.state === 'created' && entry !== undefined && isToldOf(entry)
      ? [{ id: outcome.id, suppressed: entry.suspicion === undefined ? 0 : 1 } as const]
      : [];
  });
  for (const suppressed of [0, 1] as const) {
    const entryIds = made.filter((one) => one.suppressed === suppressed).map(({ id }) => id);
    if (entryIds.length === 0) continue;
    await tx.run(insertNotifications, { entryIds: JSON.stringify(entryIds), at, suppressed });
    if (suppressed === 0) await tx.notify('mail');
  }
}

/**
 * Notes that staff are to be told of an entry once more: it has come to another residence, whose staff did not know of
 * it, or it was presumed spam and is none.
 */
export async function addNotificationAgain(tx: Transaction, entryId: number, at: Instant): Promise<void> {
  if ((await tx.run(insertAnother, { entryId, at })) > 0) await tx.notify('mail');
}

/** Nobody waits for an answer to a satisfaction survey. */
function isToldOf({ test, kind, type }: NewEntry): boolean {
  return !test && (kind !== 'survey' || type !== 'survey.type.survey');
}
