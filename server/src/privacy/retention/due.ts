import { type RawBuilder, sql } from 'kysely';
import { addDays, parisDay, startOfDay } from '../../clock.ts';
import { lastContactOn } from '../../entries/follow-up/progress.ts';
import { isPending } from '../../entries/restriction.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { bind, dynamicStatement, rawStatement } from '../../store/statement.ts';
import type { Day, Instant } from '../../store/tables.ts';
import { mayBeTouched, type Rule, type RuleName, rules } from './rules.ts';
import { aheadDays, type RuleSetting } from './settings.ts';

/** Ids read by one statement: it takes a few hundredths of a second, during which other long reads wait. */
const sliceIds = 1_000;
/** Days after a planned action, a sleep or a message of staff in which they may still note what came of it. */
const graceDays = aheadDays;

export type RuleTable = Rule['table'];
export const ruleTables: readonly RuleTable[] = [...new Set(rules.map(({ table }) => table))];

/** What a rule concerns: a row of its table. */
export interface DueRow {
  readonly rule: RuleName;
  readonly id: number;
  readonly establishmentId: number | null;
  readonly at: Instant;
  /** The day of the run that deals with it; it is due when that is not later than today. */
  readonly day: Day;
}

/** A day for which rules are applied. */
export interface Occasion {
  /** The day in Europe/Paris. */
  readonly today: Day;
  readonly settings: readonly RuleSetting[];
  /** Rows that become due within so many days are found too. */
  readonly aheadDays: number;
}

/** The rows of a table with an id above `after`, up to `last`. */
export interface Slice {
  readonly after: number;
  readonly last: number;
}

/** A row that is old enough by the column of its rule. */
interface Candidate extends Omit<DueRow, 'day'> {
  readonly leastDays: number;
}

/** Selects the candidates of a rule among rows, which `from` names `e`: of entries, those that are visible, or are pending. */
function candidates(
  setting: RuleSetting,
  from: RawBuilder<unknown>,
  occasion: Occasion,
  dialect: Dialect,
  pending = false,
) {
  const { rule } = setting;
  const establishment = rule.table === 'entries' ? sql`e.establishment_id` : dialect.integer(sql`null`);
  const at = sql.ref(`e.${rule.at}`);
  const concerned = rule.concerns({ today: bind(occasion.today), dialect, names: rule.names });
  const state = pending ? isPending(sql`e.id`) : sql`e.restriction is null`;
  return sql<Candidate>`select ${sql.lit(rule.name)} as rule, e.id, ${at} as at, ${rule.leastDays ?? sql.lit(0)} as "leastDays",
    ${establishment} as "establishmentId"
    from ${from} where ${at} < ${bind(boundFor(setting, occasion))} and ${concerned}
      and ${rule.table === 'entries' ? state : sql`true`}`;
}

/** Returns the slices of a table that together hold all of its present rows. */
export async function slicesOf(queries: Queries, table: RuleTable): Promise<Slice[]> {
  const newest = await queries.first(
    dynamicStatement(() => sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`),
  );
  return Array.from({ length: Math.ceil((newest?.id ?? 0) / sliceIds) }, (_, i) => ({
    after: i * sliceIds,
    last: (i + 1) * sliceIds,
  }));
}

/** What decides how long an entry is kept. */
const lifeColumns = [
  'received_at',
  'contact_date',
  'last_contact',
  'renewed_on',
  'asleep_until',
] as const satisfies (keyof EntryRow)[];
interface Life extends Pick<EntryRow, (typeof lifeColumns)[number]> {
  /** The entry that lives as long: itself, or one that it is united with. */
  readonly of: number;
  readonly mayBeTouched: 0 | 1;
  /** The day of the last planned action; `next_date` may be one that is long overdue. */
  readonly planned_until: Day | null;
  /** When staff last wrote to a person of it. */
  readonly written_at: Instant | null;
}
/** Entries and all that they are united with: what was kept, and what else was united with it. */
const livesOf = rawStatement<{ ids: readonly number[]; today: string }, Life>((p, dialect) => {
  const select = sql`select e.id as "of", ${sql.join(lifeColumns.map((column) => sql.ref(`o.${column}`)))},
    case when ${mayBeTouched('o', p)} then 1 else 0 end as "mayBeTouched",
    (select max(date) from actions where entry_id = o.id and done = 0 and outcome is null) as planned_until,
    (select max(created_at) from mails where entry_id = o.id and author like 'user:%') as written_at
    from entries e`;
  const kept = dialect.joinEach('entries', 'o', sql`o.id in (e.id, e.duplicate_of)`);
  const others = dialect.joinEach('entries', 'o', sql`o.duplicate_of = coalesce(e.duplicate_of, e.id)`);
  const isLiving = sql`${dialect.idIn('e.id', p.ids)} and o.restriction is distinct from 'erased'`;
  return sql`${select} ${kept} where ${isLiving}
    union all ${select} ${others} where ${isLiving} and o.id <> e.id`;
});

/**
 * Returns what the rules concern in a slice of a table, by id. An entry that a running rule erases is not blanked besides.
 */
export async function findDue(
  queries: Queries,
  table: RuleTable,
  { after, last }: Slice,
  occasion: Occasion,
): Promise<DueRow[]> {
  const settings = occasion.settings.filter(({ rule }) => rule.table === table);
  const rows = await queries.all(
    dynamicStatement<Candidate>((_, dialect) => {
      // The limit keeps planners from choosing another index than that of the ids.
      const slice = sql`(select * from ${sql.table(table)}
        where id > ${bind(after)} and id <= ${bind(last)} order by id limit ${sql.lit(sliceIds)}) as e`;
      const found = settings.map((setting) => candidates(setting, slice, occasion, dialect));
      return sql`${sql.join(found, sql` union all `)} order by id`;
    }),
  );
  const found = await withDays(queries, rows, { ...occasion, settings });
  const byName = new Map(settings.map((setting) => [setting.rule.name, setting]));
  const isErased = ({ rule, day }: DueRow) => {
    const setting = byName.get(rule);
    return day <= occasion.today && setting?.runs === true && setting.rule.act.kind === 'erase';
  };
  const erased = new Set(found.filter(isErased).map(({ id }) => id));
  return found.filter(({ rule, id }) => byName.get(rule)?.rule.act.kind !== 'blank' || !erased.has(id));
}

/**
 * Returns which of these rows a rule concerns, now or within so many days, by id. `pending`: which of those whose erasure is
 * pending it still concerns.
 */
export async function dueAmong(
  queries: Queries,
  setting: RuleSetting,
  ids: readonly number[],
  today: Day,
  { aheadDays = 0, pending = false }: { readonly aheadDays?: number; readonly pending?: boolean } = {},
): Promise<DueRow[]> {
  const occasion = { today, settings: [setting], aheadDays };
  const rows = await queries.all(
    dynamicStatement<Candidate>((_, dialect) => {
      const table = sql`${sql.table(setting.rule.table)} as e`;
      const isListed = dialect.idIn('e.id', bind(ids));
      return sql`${candidates(setting, table, occasion, dialect, pending)} and ${isListed} order by e.id`;
    }),
  );
  return withDays(queries, rows, occasion);
}

/** The moment before which a row has to be for the rule to deal with it, unless something else keeps it. */
function boundFor({ rule, days, next }: RuleSetting, { today, aheadDays }: Occasion): string {
  const day = addDays(today, aheadDays - Math.min(days, next?.days ?? days));
  return rule.at === 'objected_on' ? day : startOfDay(day).toISOString();
}

/** Leaves out what is not due within the days that are looked ahead. */
async function withDays(
  queries: Queries,
  rows: readonly Candidate[],
  { today, settings, aheadDays }: Occasion,
): Promise<DueRow[]> {
  const byName = new Map(settings.map((setting) => [setting.rule.name, setting]));
  const ids = rows.flatMap(({ rule, id }) => (byName.get(rule)?.rule.fromContact === true ? [id] : []));
  const lives = Map.groupBy(
    ids.length === 0 ? [] : await queries.all(livesOf, { ids, today }),
    (life) => life.of,
  );
  const latest = addDays(today, aheadDays);
  return rows.flatMap((row) => {
    const setting = byName.get(row.rule);
    const day = setting && dayOf(setting, row, lives.get(row.id) ?? [], today);
    if (day === undefined || day > latest) return [];
    const { rule, id, establishmentId, at } = row;
    return [{ rule, id, establishmentId, at, day }];
  });
}

/** Returns the day on which the rule deals with the row; undefined while something else keeps it. */
function dayOf({ rule, days, next }: RuleSetting, row: Candidate, lives: readonly Life[], today: Day) {
  const after = (since: Day, kept: number) => addDays(since, Math.max(kept, row.leastDays) + 1);
  const dayAfter = (since: Day) => {
    const day = after(since, days);
    if (next === null) return day;
    const sooner = newest([after(since, next.days), next.from]);
    return sooner < day ? sooner : day;
  };
  if (!rule.fromContact) return dayAfter(parisDay(new Date(row.at)));
  // None: another process has erased it since the candidates were read.
  if (lives.length === 0 || lives.some(({ mayBeTouched }) => mayBeTouched === 0)) return undefined;
  const ahead = lives.flatMap(({ planned_until, asleep_until, written_at }) => [
    ...[planned_until, asleep_until],
    written_at && parisDay(new Date(written_at)),
  ]);
  return newest([
    dayAfter(newest(lives.map((life) => lastContactOn(life, today)))),
    ...ahead.flatMap((day) => (day === null ? [] : [addDays(day, graceDays + 1)])),
  ]);
}

function newest(days: readonly Day[]): Day {
  return days.reduce((newest, day) => (day > newest ? day : newest), '');
}
