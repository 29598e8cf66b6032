import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type FollowUpState, followUpStates, isInState } from '../../follow-up/state.ts';
import type { Queries } from '../../store/database.ts';
import { bind, dynamicStatement, rawStatement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { actionsOf, type Progress, progressAfter } from './progress.ts';

/** Entries per statement. */
const chunkSize = 1000;

/** The columns that follow from the actions alone: `reached` may also have been marked by staff. */
type Derived = Omit<Progress, 'reached'>;
interface EntryRow extends Derived {
  readonly id: number;
  readonly contact_date: Day;
}
const columns = sql`e.id, e.contact_date, e.next_date, e.next_time, e.attempts, e.last_contact`;
const entriesAfter = rawStatement<{ after: number }, EntryRow>(
  (p) => sql`
    select ${columns} from entries e
    where e.id > ${p.after} and e.restriction is distinct from 'erased'
    order by e.id limit ${sql.lit(chunkSize)}`,
);
const entryById = rawStatement<{ id: number }, EntryRow>(
  (p) => sql`select ${columns} from entries e where e.id = ${p.id}`,
);
/**
 * Returns the ids of the entries whose stored next action, attempts or last contact are not what their actions say: none,
 * unless something is wrong. Reads every entry.
 */
export async function differingProgress(read: Queries): Promise<number[]> {
  const differing: number[] = [];
  let chunk = await read.all(entriesAfter, { after: 0 });
  while (chunk.length > 0) {
    for (const id of await differingIn(read, chunk)) {
      // Read again: it may have changed between the two statements.
      if ((await differingIn(read, await read.all(entryById, { id }))).length > 0) differing.push(id);
    }
    chunk = await read.all(entriesAfter, { after: chunk.at(-1)?.id ?? 0 });
  }
  return differing;
}

async function differingIn(read: Queries, entries: readonly EntryRow[]): Promise<number[]> {
  const ids = entries.map(({ id }) => id);
  const actions = await actionsOf(read, ids);
  return entries
    .filter(({ id, contact_date, ...stored }) => {
      const after = actions.get(id) ?? [];
      const { reached: _, ...found } = progressAfter({ reached: 0, contact_date }, { before: [], after });
      return !isDeepStrictEqual({ ...stored, attempts: Number(stored.attempts) }, found);
    })
    .map(({ id }) => id);
}

/** Returns how many open leads are in each state on a day in Europe/Paris. */
export async function countByState(read: Queries, today: Day): Promise<Record<FollowUpState, number>> {
  const inState = followUpStates.map(
    (state) => sql`select ${sql.lit(state)} as state, count(*) as n from entries e
      where ${isInState(state, bind(today))}`,
  );
  const rows = await read.all(
    dynamicStatement(() => sql<{ state: FollowUpState; n: number }>`${sql.join(inState, sql` union all `)}`),
    {},
  );
  const counts = { 'to-call': 0, planned: 0, unplanned: 0, asleep: 0 };
  for (const { state, n } of rows) counts[state] = Number(n);
  return counts;
}

const allOpen = rawStatement<Record<never, never>, { n: number }>(
  () => sql`select count(*) as n from entries where open = 1`,
);

export async function countOpenLeads(read: Queries): Promise<number> {
  return Number((await read.first(allOpen, {}))?.n ?? 0);
}
