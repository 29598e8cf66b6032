import { sql } from 'kysely';
import { addDays, dayMs, instantIn, parisDay } from '../../server/src/clock.ts';
import { confirmedVisits } from '../../server/src/desk/messages/reminders.ts';
import type { Location } from '../../server/src/store/migrate.ts';
import { rawStatement } from '../../server/src/store/statement.ts';
import type { Day, Instant } from '../../server/src/store/tables.ts';
import { openHere } from '../harness/database.ts';
import { environmentOf } from '../harness/service-process.ts';
import { median } from '../harness/statistics.ts';
import type { Plan } from './plan.ts';

const columns = sql`message_id, entry_id, subject, body, created_at, state, attempts, finished_at, channel, use,
  recipient, recipient_hash, person, author, sender, reply_to, key`;
const values = (at: ReturnType<typeof sql>) => sql`'', 'x', ${at}, 'sent', 1, ${at}, 'email'`;
const parties = sql`'claire@example.org', 'x', '0', 'accueil', 'x', 'x@example.org'`;

interface Some extends Record<string, string | number> {
  readonly at: Instant;
  readonly first: number;
  readonly last: number;
}
/** So many entries at a time: a statement of PostgreSQL has its time. */
const atOnce = 20_000;

/** A receipt for each entry, and the confirmation of each visit, named by its position for short. */
const putReceipts = rawStatement<Some, unknown>(
  (p, { instant }) => sql`insert into mails (${columns})
    select 'receipt-' || id, id, ${values(instant(p.at))}, 'receipt', ${parties}, null from entries
    where id between ${p.first} and ${p.last}`,
);
const putConfirmations = rawStatement<Some, unknown>(
  (p, { instant }) => sql`insert into mails (${columns})
    select 'visit-' || entry_id || '-' || position, entry_id, ${values(instant(p.at))}, 'visit', ${parties},
      'visit:' || entry_id || ':' || position || ':' || date || ':' || coalesce(time, '10:00') || ':' || entry_id
    from actions where stage = 'Visite' and entry_id between ${p.first} and ${p.last}`,
);
const nameVisits = rawStatement<Some, unknown>(
  (p) => sql`update actions set told_as = entry_id || ':' || position, told_version = 0
    where stage = 'Visite' and entry_id between ${p.first} and ${p.last}`,
);
const putReminders = rawStatement<{ at: Instant; date: Day }, unknown>(
  (p, { instant }) => sql`insert into mails (${columns})
    select 'reminder-' || entry_id || '-' || position, entry_id, ${values(instant(p.at))}, 'reminder', ${parties},
      'reminder:' || entry_id || ':' || position || ':' || date || ':' || time
    from actions where stage = 'Visite' and done = 0 and outcome is null and date = ${p.date} and time is not null`,
);
const switchOn = rawStatement(() => sql`update templates set active = 1 where use = 'reminder'`);
const analyze = rawStatement(() => sql`analyze mails`);

/** The search for visits to remind of, which a worker repeats each minute. */
export async function measureReminders(location: Location, { print, entries }: Plan): Promise<void> {
  const { database, close } = await openHere(environmentOf(location));
  const noon = instantIn('Europe/Paris', parisDay(new Date()), '12:00');
  const tomorrow = addDays(parisDay(noon), 1);
  const at = new Date(noon.getTime() - 10 * dayMs).toISOString();
  const search = () =>
    database.background.all(confirmedVisits, { date: tomorrow, before: noon.toISOString() });
  for (let first = 1; first <= entries; first += atOnce)
    await database.transaction(async (tx) => {
      const some = { at, first, last: first + atOnce - 1 };
      await tx.run(putReceipts, some);
      await tx.run(putConfirmations, some);
      await tx.run(nameVisits, some);
    });
  await database.transaction(async (tx) => {
    await tx.run(switchOn, {});
    await tx.run(analyze, {});
  });
  await report('before they are written', search);
  await database.transaction((tx) => tx.run(putReminders, { at, date: tomorrow }));
  await report('once they are', search);
  await close();

  async function report(when: string, work: () => Promise<readonly unknown[]>): Promise<void> {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < 101; round++) {
      const started = performance.now();
      found = (await work()).length;
      times.push(performance.now() - started);
    }
    print(
      `${median(times).toFixed(1).padStart(7)} ms  reminders of tomorrow’s visits, ${when}: ${found} found`,
    );
  }
}
