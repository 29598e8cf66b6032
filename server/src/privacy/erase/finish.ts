import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import { deleteEntries } from '../../entries/delete-entries.ts';
import { type DeletedRange, deleteInOrder } from '../../store/chunks.ts';
import type { Database } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { bind, query, rawStatement } from '../../store/statement.ts';
import { noteDeletion } from '../records/deletions.ts';
import { keepRecipients } from '../records/recipients.ts';

/** How long after its last `erased` event has ended the caller can still look an entry up by its customId. */
const foundDays = 30;

/** How long an `erased` event waits for an endpoint that is off or does not answer: as long as deliveries are kept. */
const waitingDays = 183;

const entriesPerChunk = 20;

interface Unfinished {
  readonly id: number;
  /** Whether it counts in no statistics and no other entry refers to it. */
  readonly deletable: 0 | 1;
  /** Whether its caller is still to be told, or has been a short time ago. */
  readonly waits: 0 | 1;
}

// The condition is that of the partial index `entries_unfinished`.
const nextUnfinished = rawStatement<{ after: number; until: string; waitingSince: string }, Unfinished>(
  (p) => sql`
select e.id,
  case when (e.kind = 'postuler' or e.spam = 1 or e.test = 1)
    and not exists (select 1 from entries d where d.duplicate_of = e.id) then 1 else 0 end as deletable,
  case when exists (
    select 1 from outbox o where o.entry_id = e.id and o.event = 'erased'
      and ((o.state = 'pending' and o.created_at > ${p.waitingSince}) or o.finished_at > ${p.until})
  ) then 1 else 0 end as waits
from entries e
where e.restriction = 'erased' and (e.custom_id is not null or e.kind = 'postuler' or e.spam = 1 or e.test = 1)
  and e.id > ${p.after}
order by e.id limit ${sql.lit(entriesPerChunk)}`,
);
/**
 * Finishes with some of the erased entries after the id `after` whose callers were told {@link foundDays} days ago, have no
 * endpoint, or could not be told for {@link waitingDays} days: their customId and deliveries go, and the whole entry where
 * no statistics count it.
 */
export const finishErasures = operation(
  'finishErasures',
  async (tx, after: number, { now }): Promise<DeletedRange> => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
    const [until, waitingSince] = [daysAgo(foundDays), daysAgo(waitingDays)];
    const unfinished = await tx.all(nextUnfinished, { after, until, waitingSince });
    const ready = unfinished.filter(({ waits }) => waits === 0);
    const readyIds = ready.map(({ id }) => id);
    const deletable = ready.filter((entry) => entry.deletable === 1).map(({ id }) => id);
    const ids = bind(readyIds);
    await keepRecipients(tx, readyIds, now);
    await tx.run(query((db, { idIn }) => db.deleteFrom('outbox').where(idIn('entry_id', ids))));
    const forgotten = await tx.run(
      query((db, { idIn }) =>
        db
          .updateTable('entries')
          .set({ custom_id: null })
          .where(idIn('id', ids))
          .where('custom_id', 'is not', null),
      ),
    );
    const deleted = Math.max(forgotten, await deleteEntries(tx, deletable));
    if (deleted > 0) await noteDeletion(tx);
    return { last: unfinished.at(-1)?.id, deleted };
  },
);

/** Finishes with the erased entries that are due, in chunks of one transaction each. Returns how many. */
export function expireErasures(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  return deleteInOrder((after) => database.write(finishErasures, after, now), stopping);
}
