import { type RawBuilder, sql } from 'kysely';
import { addDays, startOfDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import { rawStatement, type Statement, type Value } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import type { Bounds } from './bounds.ts';
import { type Rule, type RuleName, rules } from './rules.ts';
import type { RuleSetting } from './settings.ts';

/** Ids read by one statement: it takes a few hundredths of a second, during which other long reads wait. */
const sliceIds = 1_000;
/** What becomes due within so many days is said beforehand. */
export const aheadDays = 30;

export type RuleTable = Rule['table'];
export const ruleTables: readonly RuleTable[] = [...new Set(rules.map(({ table }) => table))];

/** What a rule concerns: a row of its table. */
export interface DueRow {
  readonly rule: RuleName;
  readonly id: number;
  readonly establishmentId: number | null;
  readonly at: Instant;
  /** 0: not yet, but within the days that were looked ahead. */
  readonly due: 0 | 1;
}

/** A day for which rules are applied. */
export interface Occasion {
  /** The day in Europe/Paris. */
  readonly today: string;
  readonly settings: readonly RuleSetting[];
  /** Rows that become due within so many days are found too. */
  readonly aheadDays: number;
}

/** The rows of a table with an id above `after`, up to `last`. */
export interface Slice {
  readonly after: number;
  readonly last: number;
}

const maxId = Object.fromEntries(
  ruleTables.map((table) => [
    table,
    rawStatement<Record<never, never>, { id: number | null }>(
      () => sql`select max(id) as id from ${sql.table(table)}`,
    ),
  ]),
) as Record<RuleTable, Statement<Record<never, never>, { id: number | null }>>;

/** Returns the slices of a table that together hold all of its present rows. */
export async function slicesOf(queries: Queries, table: RuleTable): Promise<Slice[]> {
  const { id: max } = (await queries.first(maxId[table], {})) ?? { id: null };
  return Array.from({ length: Math.ceil((max ?? 0) / sliceIds) }, (_, i) => ({
    after: i * sliceIds,
    last: (i + 1) * sliceIds,
  }));
}

const bySlice = Object.fromEntries(
  ruleTables.map((table) => [
    table,
    rawStatement<Record<string, Value>, DueRow>((p, dialect) => {
      const ofTable = rules.filter((rule) => rule.table === table);
      // The limit keeps planners from choosing another index than that of the ids.
      const slice = sql`select * from ${sql.table(table)}
        where id > ${parameter(p, 'after')} and id <= ${parameter(p, 'last')} order by id limit ${sql.lit(sliceIds)}`;
      const found = ofTable.map((rule) => {
        const now = rule.due(boundsFrom(p, dialect, rule.name, ''));
        const ahead = rule.due(boundsFrom(p, dialect, rule.name, 'ahead '));
        const establishment = table === 'entries' ? sql`e.establishment_id` : dialect.integer(sql`null`);
        return sql`select ${sql.lit(rule.name)} as rule, e.id, ${establishment} as "establishmentId",
          ${sql.ref(`e.${rule.at}`)} as at, case when ${now} then 1 else 0 end as due
          from (${slice}) as e where ${ahead}`;
      });
      return sql`${sql.join(found, sql` union all `)} order by id`;
    }),
  ]),
) as Record<RuleTable, Statement<Record<string, Value>, DueRow>>;

const amongIds = Object.fromEntries(
  rules.map((rule) => [
    rule.name,
    rawStatement<Record<string, Value>, { id: number }>((p, dialect) => {
      const ids = parameter(p, 'ids') as RawBuilder<string>;
      return sql`select e.id from ${sql.table(rule.table)} as e
        where ${dialect.idIn('e.id', ids)} and ${rule.due(boundsFrom(p, dialect, rule.name, ''))} order by e.id`;
    }),
  ]),
) as Record<RuleName, Statement<Record<string, Value>, { id: number }>>;

type Parameters = Readonly<Record<string, RawBuilder<Value>>>;

function parameter(p: Parameters, name: string): RawBuilder<Value> {
  const found = p[name];
  if (found === undefined) throw new Error(`No parameter ${name}`);
  return found;
}

function boundsFrom(p: Parameters, dialect: Dialect, rule: RuleName, ahead: string): Bounds {
  const text = (name: string) => parameter(p, name) as RawBuilder<string>;
  return {
    day: text(`${ahead}${rule} day`),
    instant: text(`${ahead}${rule} instant`),
    today: text('today'),
    dialect,
  };
}

function boundsOf({ rule, days }: RuleSetting, today: string, aheadDays: number) {
  const ofDays = (ahead: string, kept: number) => {
    const day = addDays(today, -kept);
    return {
      [`${ahead}${rule.name} day`]: day,
      [`${ahead}${rule.name} instant`]: startOfDay(day).toISOString(),
    };
  };
  return { ...ofDays('', days), ...ofDays('ahead ', days - aheadDays) };
}

/**
 * Returns what the rules concern in a slice of a table, by id. An entry that a running rule erases is not blanked besides.
 */
export async function findDue(
  queries: Queries,
  table: RuleTable,
  { after, last }: Slice,
  { today, settings, aheadDays }: Occasion,
): Promise<DueRow[]> {
  const ofTable = settings.filter(({ rule }) => rule.table === table);
  const bounds = Object.assign({}, ...ofTable.map((setting) => boundsOf(setting, today, aheadDays)));
  const found = await queries.all(bySlice[table], { ...bounds, today, after, last });
  const erasing = new Set(
    ofTable.filter(({ rule, runs }) => runs && rule.act.kind === 'erase').map(({ rule }) => rule.name),
  );
  const blanking = new Set(
    ofTable.filter(({ rule }) => rule.act.kind === 'blank').map(({ rule }) => rule.name),
  );
  const erased = new Set(found.flatMap(({ rule, id, due }) => (due === 1 && erasing.has(rule) ? [id] : [])));
  return found.filter(({ rule, id }) => !(blanking.has(rule) && erased.has(id)));
}

/** Returns which of these rows a rule concerns, by id. */
export async function stillDue(
  queries: Queries,
  setting: RuleSetting,
  ids: readonly number[],
  today: string,
): Promise<number[]> {
  const values = { ...boundsOf(setting, today, 0), today, ids: JSON.stringify(ids) };
  return (await queries.all(amongIds[setting.rule.name], values)).map(({ id }) => id);
}
