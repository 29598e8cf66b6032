import { sql } from '#kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
import type { Creation, Outcome } from './create-entries.ts';
import type { NewEntry } from './entry.ts';

const insertNotices = rawStatement<{ entryIds: string; at: string }, unknown>((p, engine) =>
  engine === 'postgres'
    ? sql`
insert into notices (entry_id, created_at)
select value::bigint, ${p.at}::timestamptz from json_array_elements_text(${p.entryIds}::json) as listed(value)`
    : sql`insert into notices (entry_id, created_at) select value, ${p.at} from json_each(${p.entryIds})`,
);
// None for an entry of which nobody was to be told; none beside one that is still to be told.
const insertAnother = rawStatement<{ entryId: number; at: string }, unknown>(
  (p, engine) => sql`
insert into notices (entry_id, created_at)
select entry_id, ${p.at}${engine === 'postgres' ? sql`::timestamptz` : sql``} from notices where entry_id = ${p.entryId}
group by entry_id having min(told) = 1`,
);

/**
 * Notes what staff are to be told of among creations, in the transaction that stores them: leads, contact forms,
 * complaints and applications that were not there before. Who is told, and how, mail/ decides.
 */
export async function addNotices(
  tx: Transaction,
  creations: readonly Pick<Creation, 'entry'>[],
  outcomes: readonly Outcome[],
  at: Instant,
): Promise<void> {
  const entryIds = outcomes.flatMap((outcome, i) => {
    const entry = creations[i]?.entry;
    return outcome.state === 'created' && entry !== undefined && isToldOf(entry) ? [outcome.id] : [];
  });
  if (entryIds.length === 0) return;
  await tx.run(insertNotices, { entryIds: JSON.stringify(entryIds), at });
  await tx.notify('mail');
}

/** Notes that an entry has come to another residence, whose staff did not know of it. */
export async function addNoticeOfMove(tx: Transaction, entryId: number, at: Instant): Promise<void> {
  if ((await tx.run(insertAnother, { entryId, at })) > 0) await tx.notify('mail');
}

/** Nobody waits for an answer to a satisfaction survey, or, as is presumed, to spam. */
function isToldOf({ test, kind, type, suspicion }: NewEntry): boolean {
  return !test && suspicion === undefined && (kind !== 'survey' || type !== 'survey.type.survey');
}
