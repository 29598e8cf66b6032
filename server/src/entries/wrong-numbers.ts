import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { numbersIn } from '../french/numbers-in.ts';
import { phoneKeys } from '../phones/phone-keys.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day, Instant } from '../store/tables.ts';
import { parisTime } from '../working-hours/working-minutes.ts';
import type { Fields } from './diff.ts';
import { phonesOf } from './people.ts';

const wrongCalls = rawStatement<
  { ids: readonly number[] },
  { entryId: number; date: Day | null; time: string | null; correctedAt: Instant | null }
>(
  (p, { idIn }) => sql`
    select a.entry_id as "entryId", a.date, a.time,
      (select max(h.at) from history h where h.entry_id = a.entry_id
        and (cast(h.detail as text) like '%hone":{%' or cast(h.detail as text) like '%honeClient":{%')) as "correctedAt"
    from actions a where ${idIn('a.entry_id', p.ids)} and a.outcome = 'wrong-number'`,
);

/**
 * Returns a function that gives the wrong numbers among those of an entry's persons, as typed. A call does not say which
 * number was dialled: it is the first that is not known to be wrong. After a correction of numbers each is tried again.
 */
export async function readWrongNumbers(read: Queries, ids: readonly number[]) {
  const calls = (await read.all(wrongCalls, { ids })).filter(
    ({ date, time, correctedAt }) =>
      correctedAt === null || `${date} ${time ?? ''}` > parisMinute(correctedAt),
  );
  const callsOf = Map.groupBy(calls, ({ entryId }) => entryId);
  return (entryId: number, fields: Fields, relations: readonly Fields[]): string[] => {
    const count = callsOf.get(entryId)?.length ?? 0;
    if (count === 0) return [];
    const numbers = [...relations, fields].flatMap(phonesOf).flatMap(numbersIn);
    const wrong = new Set([...new Set(numbers.map(keyOf))].slice(0, count));
    return numbers.filter((number) => wrong.has(keyOf(number)));
  };
}

const keyOf = (number: string) => phoneKeys(number)[0] ?? number;
const parisMinute = (at: Instant) => `${parisDay(new Date(at))} ${parisTime(new Date(at))}`;
