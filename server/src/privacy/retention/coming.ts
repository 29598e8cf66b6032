import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../access/roles.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { operation } from '../../store/operation.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { type DueRow, dueAmong, type Occasion, type Slice } from './due.ts';
import type { RuleName } from './rules.ts';
import { aheadDays, type RuleSetting, readRules } from './settings.ts';

/** More are counted, not listed. */
export const maxListed = 200;

/** An entry that a rule will hide, and then erase. */
export interface ComingErasure {
  readonly id: number;
  readonly rule: RuleName;
  /** The day of the run that will hide it. */
  readonly day: Day;
}

/** Replaces what is noted of a slice of the entries. */
export const replaceComing = operation(
  'replaceComing',
  async (tx, { after, last, coming }: Slice & { readonly coming: readonly ComingErasure[] }) => {
    await tx.run(
      query((db) =>
        db.deleteFrom('coming_erasures').where('entry_id', '>', after).where('entry_id', '<=', last),
      ),
    );
    await tx.run(
      dynamicStatement((_, { records }) => {
        const rows = records(bind(JSON.stringify(coming)), { id: 'bigint', rule: 'text', day: 'text' });
        return sql`
          insert into coming_erasures (entry_id, rule, day)
          select c.id, c.rule, c.day from ${rows} as c where exists (select 1 from entries e where e.id = c.id)`;
      }),
    );
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
  const announced = new Set(settings.filter(isAnnounced).map(({ rule }) => rule.name));
  const coming = found.flatMap(({ rule, id, day }) =>
    announced.has(rule) && day > today ? [{ id, rule, day }] : [],
  );
  coming.sort((a, b) => a.id - b.id);
  const noted = await database.background.all(
    query((db) =>
      db
        .selectFrom('coming_erasures')
        .select(['entry_id as id', 'rule', 'day'])
        .where('entry_id', '>', slice.after)
        .where('entry_id', '<=', slice.last)
        .orderBy('entry_id'),
    ),
  );
  if (JSON.stringify(noted) === JSON.stringify(coming)) return;
  await database.write(replaceComing, { ...slice, coming }, clock());
}

/** Rules shorter than the look-ahead are not announced: staff decided on these entries a moment ago. */
function isAnnounced({ rule, runs, days }: RuleSetting): boolean {
  return runs && rule.table === 'entries' && rule.act.kind === 'erase' && days > aheadDays;
}

/**
 * Returns the entries within reach that the rules will erase within {@link aheadDays} days, as the last run noted it, the
 * earliest first and at most {@link maxListed}, and how many there are. What has had a contact since is left out of the list.
 */
export async function comingErasures(read: Queries, reach: Reach, today: Day) {
  const noted = await read.all(listOf(reach));
  if (noted.length === 0) return { total: 0, data: [] };
  const data = await stillComing(read, noted, today);
  if (noted.length < maxListed) return { total: data.length, data };
  return { total: (await read.first(countOf(reach)))?.count ?? 0, data };
}

async function stillComing(read: Queries, noted: readonly ComingErasure[], today: Day) {
  const days = new Map<number, Day>();
  for (const setting of (await readRules(read, today)).filter(isAnnounced)) {
    const ofRule = noted.flatMap(({ id, rule }) => (rule === setting.rule.name ? [id] : []));
    if (ofRule.length === 0) continue;
    for (const { id, day } of await dueAmong(read, setting, ofRule, today, { aheadDays })) days.set(id, day);
  }
  return noted.filter(({ id }) => days.has(id));
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
  const within = reach === 'everywhere' ? sql`true` : dialect.idIn('e.establishment_id', bind([...reach]));
  // `cross`: SQLite would read every entry and look for each among those noted.
  return sql`from coming_erasures c cross join entries e
    where e.id = c.entry_id and e.restriction is null and ${within}`;
}
