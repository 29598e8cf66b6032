import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../access/roles.ts';
import { addDays, type Clock } from '../../clock.ts';
import type { Database, Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { operation } from '../../store/operation.ts';
import { bind, dynamicStatement, rawStatement, statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { aheadDays, type DueRow, type Occasion, type Slice, stillDue } from './due.ts';
import type { RuleName } from './rules.ts';
import { type RuleSetting, readRules } from './settings.ts';

/** More are counted, not listed. */
export const maxListed = 200;

/** An entry whose personal data a rule will erase. */
export interface ComingErasure {
  readonly id: number;
  readonly rule: RuleName;
  /** The day of the run that will do it. */
  readonly day: Day;
}

const notedIn = statement<{ after: number; last: number }>()((db, p) =>
  db
    .selectFrom('coming_erasures')
    .select(['entry_id as id', 'rule', 'day'])
    .where('entry_id', '>', p.after)
    .where('entry_id', '<=', p.last)
    .orderBy('entry_id'),
);
const deleteIn = statement<{ after: number; last: number }>()((db, p) =>
  db.deleteFrom('coming_erasures').where('entry_id', '>', p.after).where('entry_id', '<=', p.last),
);
const insertAll = rawStatement<{ rows: string }, unknown>(
  (p, dialect) => sql`
    insert into coming_erasures (entry_id, rule, day)
    select c.id, c.rule, c.day
    from ${dialect.records(p.rows, { id: 'bigint', rule: 'text', day: 'text' })} as c
    where exists (select 1 from entries e where e.id = c.id)`,
);

/** Replaces what is noted of a slice of the entries. */
export const replaceComing = operation(
  'replaceComing',
  async (tx, { after, last, coming }: Slice & { readonly coming: readonly ComingErasure[] }) => {
    await tx.run(deleteIn, { after, last });
    await tx.run(insertAll, { rows: JSON.stringify(coming) });
  },
);

/**
 * Notes which entries of a slice the rules that run will erase within {@link aheadDays} days. `found`: what {@link findDue}
 * found in the slice, that many days ahead.
 */
export async function noteComing(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  slice: Slice,
  found: readonly DueRow[],
  { today, settings }: Occasion,
): Promise<void> {
  const coming: ComingErasure[] = [];
  for (const setting of settings.filter(isAnnounced)) {
    const { name } = setting.rule;
    const ids = found.flatMap(({ rule, id, due }) => (due === 0 && rule === name ? [id] : []));
    for (const { id, days } of await daysUntilDue(database.background, setting, ids, today))
      coming.push({ id, rule: name, day: addDays(today, days) });
  }
  coming.sort((a, b) => a.id - b.id);
  const noted = await database.background.all(notedIn, { ...slice });
  if (JSON.stringify(noted) === JSON.stringify(coming)) return;
  await database.write(replaceComing, { ...slice, coming }, clock());
}

/** A rule that keeps no longer than the days looked ahead erases what staff have just decided on. */
function isAnnounced({ rule, runs, days }: RuleSetting): boolean {
  return runs && rule.table === 'entries' && rule.act.kind === 'erase' && days > aheadDays;
}

/** Returns in how many days each of these entries becomes due: between `from` and `to`, by halves. */
async function daysUntilDue(
  queries: Queries,
  setting: RuleSetting,
  ids: readonly number[],
  today: Day,
  from = 1,
  to = aheadDays,
): Promise<{ readonly id: number; readonly days: number }[]> {
  if (ids.length === 0) return [];
  if (from === to) return ids.map((id) => ({ id, days: from }));
  const middle = Math.floor((from + to) / 2);
  const sooner = new Set(await dueWithin(queries, setting, ids, today, middle));
  const [early, late] = [ids.filter((id) => sooner.has(id)), ids.filter((id) => !sooner.has(id))];
  return [
    ...(await daysUntilDue(queries, setting, early, today, from, middle)),
    ...(await daysUntilDue(queries, setting, late, today, middle + 1, to)),
  ];
}

/** Returns which of these entries are due within so many days, unless something is done with them. */
function dueWithin(
  queries: Queries,
  setting: RuleSetting,
  ids: readonly number[],
  today: Day,
  days: number,
): Promise<number[]> {
  return stillDue(queries, { ...setting, days: setting.days - days }, ids, today);
}

/**
 * Returns the entries within reach that the rules will erase within {@link aheadDays} days, as the last run noted it, the
 * earliest first and at most {@link maxListed}, and how many there are. What has had a contact since is left out of the list.
 */
export async function comingErasures(
  read: Queries,
  reach: Reach,
  today: Day,
): Promise<{ readonly total: number; readonly data: readonly ComingErasure[] }> {
  const noted = await read.all(listOf(reach), {});
  if (noted.length === 0) return { total: 0, data: [] };
  const data = await stillComing(read, noted, today);
  if (noted.length < maxListed) return { total: data.length, data };
  return { total: (await read.first(countOf(reach), {}))?.count ?? 0, data };
}

async function stillComing(read: Queries, noted: readonly ComingErasure[], today: Day) {
  const ids = new Set<number>();
  for (const setting of (await readRules(read)).filter(isAnnounced)) {
    const ofRule = noted.flatMap(({ id, rule }) => (rule === setting.rule.name ? [id] : []));
    if (ofRule.length === 0) continue;
    for (const id of await dueWithin(read, setting, ofRule, today, aheadDays)) ids.add(id);
  }
  return noted.filter(({ id }) => ids.has(id));
}

const listOf = (reach: Reach) =>
  dynamicStatement<ComingErasure>(
    (_, dialect) => sql`
      select c.entry_id as id, c.rule, c.day ${notedWithin(reach, dialect)}
      order by c.day, c.entry_id limit ${sql.lit(maxListed)}`,
  );
const countOf = (reach: Reach) =>
  dynamicStatement<{ count: number }>(
    (_, dialect) => sql`select count(*) as count ${notedWithin(reach, dialect)}`,
  );

function notedWithin(reach: Reach, dialect: Dialect): RawBuilder<unknown> {
  const within =
    reach === 'everywhere' ? sql`true` : dialect.idIn('e.establishment_id', bind(JSON.stringify([...reach])));
  // `cross`: SQLite would read every entry and look for each among those noted.
  return sql`from coming_erasures c cross join entries e
    where e.id = c.entry_id and e.restriction is null and ${within}`;
}
