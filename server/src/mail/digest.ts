import { sql } from 'kysely';
import { appendNotice } from '../outbox/append-notice.ts';
import type { Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { isWorkingDay, parisMoment } from '../working-hours/working-minutes.ts';
import { type CountRow, countByResidence, countsFor, joinedResidence } from './counts.ts';
import { deadlinesOn } from './deadlines.ts';
import { recipients, remindedUsers } from './recipients.ts';
import { digestMail } from './texts.ts';
import { type WaitingRow, waitingFor } from './waiting.ts';

/** 7:30 on working days in Paris, as a minute of the day. */
const digestMinute = 7 * 60 + 30;

interface Digest {
  readonly day: Day;
  /** The back office's address, without a trailing slash. */
  readonly publicUrl: string;
  /** What waits at the residences that day. */
  readonly waiting: readonly WaitingRow[];
}

// Exactly one process gets 1 for a day. Compares with <>, not <: the stored day is in the future if the clock was wrong.
const takeDay = rawStatement<{ day: string }, unknown>(
  (p) => sql`
insert into installation (name, value) values ('mail-digest', ${p.day})
on conflict (name) do update set value = ${p.day} where installation.value <> ${p.day}`,
);
const takeNotifications = rawStatement<Record<never, never>, { id: number }>(
  () => sql`update notifications set digested = 1 where digested = 0 returning entry_id as id`,
);
const countEntries = rawStatement<{ ids: readonly number[] }, CountRow>((p, dialect) =>
  countByResidence(sql`from entries e ${joinedResidence} and ${dialect.idIn('e.id', p.ids)}`),
);

/** Today if its digest is due; undefined before 7:30 and on days off. */
export function digestDay(now: Date): Day | undefined {
  const { day, minute } = parisMoment(now);
  return minute >= digestMinute && isWorkingDay(day) ? day : undefined;
}

/**
 * Writes the digest of a day for each user who has something in it: to who has chosen digests, by residence how many entries wait
 * today, and how many have arrived since the last digest; to officers and administrators but those who want no mails, what is
 * due soon. The first process does so once a day, later in the day if none ran in the morning. Returns the number of mails.
 */
export const writeDigests = operation(
  'writeDigests',
  async (tx, { day, publicUrl, waiting }: Digest, { now }) => {
    if ((await tx.run(takeDay, { day })) === 0) return 0;
    const rows = await countAll(tx);
    const { requests, tokens } = await deadlinesOn(tx, day);
    const grantsOf = Map.groupBy(await recipients(tx, 'digest'), (grant) => grant.userId);
    const officers = requests.length === 0 ? [] : await remindedUsers(tx, 'privacy');
    const administrators = tokens.length === 0 ? [] : await remindedUsers(tx, 'integrations');
    let mails = 0;
    for (const userId of new Set([...grantsOf.keys(), ...officers, ...administrators])) {
      const grants = grantsOf.get(userId) ?? [];
      const found = {
        waiting: waitingFor(grants, waiting),
        arrived: countsFor(grants, rows),
        requests: officers.includes(userId) ? requests : [],
        tokens: administrators.includes(userId) ? tokens : [],
      };
      if (Object.values(found).every((part) => part.length === 0)) continue;
      const mail = { userId, entryId: null, ...digestMail(day, found, publicUrl) };
      await appendNotice(tx, mail, { publicUrl, at: now.toISOString() });
      mails++;
    }
    return mails;
  },
);

async function countAll(tx: Transaction): Promise<CountRow[]> {
  // Notifications committed after this statement are in the next digest.
  const taken = await tx.all(takeNotifications, {});
  return tx.all(countEntries, { ids: taken.map(({ id }) => id) });
}
