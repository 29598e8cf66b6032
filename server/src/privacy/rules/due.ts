import { type RawBuilder, sql } from 'kysely';
import { addDays, startOfDay } from '../../clock.ts';
import { isPending } from '../../entries/restriction.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { bind, dynamicStatement } from '../../store/statement.ts';
import type { Day, Instant } from '../../store/tables.ts';
import type { RuleSetting } from './rule-settings.ts';
import { mayBeTouched, type Rule, type RuleName, rules } from './rules.ts';

/** Ids read by one statement: it takes a few hundredths of a second, during which other long reads wait. */
const sliceIds = 1_000;
/** Days after a planned action, a sleep or a message of staff in which they may still note what came of it. */
const graceDays = 30;

export type RuleTable = Rule['table'];
export const ruleTables: readonly RuleTable[] = [...new Set(rules.map(({ table }) => table))];

/** What a rule concerns: a row of its table. */
export interface DueRow {
  readonly rule: RuleName;
  readonly id: number;
  readonly establishmentId: number | null;
  readonly at: Instant;
}

/** A day for which rules are applied. */
interface Occasion {
  /** The day in Europe/Paris. */
  readonly today: Day;
  readonly settings: readonly RuleSetting[];
}

/** The rows of a table with an id above `after`, up to `last`. */
interface Slice {
  readonly after: number;
  readonly last: number;
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

/**
 * Returns what the rules concern in a slice of a table, by id. An entry that a running rule erases is not blanked besides.
 */
export async function findDue(
  queries: Queries,
  table: RuleTable,
  { after, last }: Slice,
  { today, settings }: Occasion,
): Promise<DueRow[]> {
  const ofTable = settings.filter(({ rule }) => rule.table === table);
  const found = await queries.all(
    dynamicStatement<DueRow>((_, dialect) => {
      // The limit keeps planners from choosing another index than that of the ids.
      const slice = sql`(select * from ${sql.table(table)}
        where id > ${bind(after)} and id <= ${bind(last)} order by id limit ${sql.lit(sliceIds)}) as e`;
      const due = ofTable.map((setting) => selectDue(setting, slice, today, dialect));
      return sql`${sql.join(due, sql` union all `)} order by id`;
    }),
  );
  const acts = new Map(ofTable.map(({ rule, runs }) => [rule.name, { kind: rule.act.kind, runs }]));
  const erased = new Set(
    found.flatMap(({ rule, id }) => {
      const act = acts.get(rule);
      return act?.runs === true && act.kind === 'erase' ? [id] : [];
    }),
  );
  return found.filter(({ rule, id }) => acts.get(rule)?.kind !== 'blank' || !erased.has(id));
}

/** Returns which of these rows a rule concerns, by id. `pending`: which of those whose erasure is pending it still concerns. */
export function dueAmong(
  queries: Queries,
  setting: RuleSetting,
  ids: readonly number[],
  today: Day,
  { pending = false } = {},
): Promise<DueRow[]> {
  return queries.all(
    dynamicStatement<DueRow>((_, dialect) => {
      const table = sql`${sql.table(setting.rule.table)} as e`;
      const due = selectDue(setting, table, today, dialect, pending);
      return sql`${due} and ${dialect.idIn('e.id', bind(ids))} order by e.id`;
    }),
  );
}

/** Selects what a rule concerns among rows, which `from` names `e`: of entries, those that are visible, or are pending. */
function selectDue(
  { rule, days }: RuleSetting,
  from: RawBuilder<unknown>,
  today: Day,
  dialect: Dialect,
  pending = false,
) {
  const isEntry = rule.table === 'entries';
  const at = sql.ref(`e.${rule.at}`);
  const day = addDays(today, -days);
  const bound = rule.at === 'objected_on' ? bind(day) : startBefore(today, days);
  const context = { today: bind(today), before: (days: number) => startBefore(today, days), dialect };
  const state = pending ? isPending(sql`e.id`) : sql`e.restriction is null`;
  return sql<DueRow>`select ${sql.lit(rule.name)} as rule, e.id, ${at} as at,
    ${isEntry ? sql`e.establishment_id` : dialect.integer(sql`null`)} as "establishmentId"
    from ${from} where ${at} < ${bound} and ${rule.concerns({ ...context, names: rule.names })}
      and ${isEntry ? state : sql`true`} and ${rule.fromContact ? sql`${isKept(day, today)} is not true` : sql`true`}`;
}

/**
 * Whether the entry `e`, or one that it is united with, keeps it: it has had a contact since a day, or something is planned,
 * sleeps or was written a short time ago; the other also when it may not be touched, which the rule asks of `e` itself.
 */
function isKept(since: Day, today: Day): RawBuilder<boolean> {
  const [first, last, grace] = [bind(since), bind(today), bind(addDays(today, -graceDays))];
  const keeps = (alias: string) => {
    const of = (column: string) => sql.ref(`${alias}.${column}`);
    const contacts = ['contact_date', 'last_contact', 'renewed_on'].map(
      (column) => sql`${of(column)} between ${first} and ${last}`,
    );
    return sql`(${of('received_at')} >= ${bind(startOfDay(since).toISOString())} or ${sql.join(contacts, sql` or `)}
      or ${of('asleep_until')} >= ${grace}
      or exists (select 1 from actions
        where entry_id = ${of('id')} and done = 0 and outcome is null and date >= ${grace})
      or exists (select 1 from letters
        where entry_id = ${of('id')} and author like 'user:%' and state <> 'cancelled' and created_at >= ${startBefore(today, graceDays)}))`;
  };
  const other = (which: RawBuilder<unknown>) =>
    sql`exists (select 1 from entries o where ${which} and o.restriction is distinct from 'erased'
      and (not ${mayBeTouched('o', { today: last })} or ${keeps('o')}))`;
  return sql`(${keeps('e')} or ${other(sql`o.id = e.duplicate_of`)}
    or ${other(sql`o.duplicate_of = coalesce(e.duplicate_of, e.id) and o.id <> e.id`)})`;
}

/** The beginning of the day in Europe/Paris so many days before. */
function startBefore(today: Day, days: number): RawBuilder<string> {
  return bind(startOfDay(addDays(today, -days)).toISOString());
}
