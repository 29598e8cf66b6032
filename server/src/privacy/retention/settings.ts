import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { addDays, parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Day, Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type Rule, type RuleName, rules } from './rules.ts';

export const mostDays = 3_650;
/** What becomes due within so many days is said beforehand, so a shorter duration waits for longer. */
export const aheadDays = 30;

/** A rule with the installation's setting. */
export interface RuleSetting {
  readonly rule: Rule;
  readonly days: number;
  /** A shorter duration, and the day from which it applies; null when there is none to come. */
  readonly next: { readonly days: number; readonly from: Day } | null;
  readonly confirmedAt: Instant | null;
  readonly confirmedBy: string | null;
  readonly runs: boolean;
}

const stored = statement()((db) =>
  db
    .selectFrom('retention_rules')
    .select([
      'name',
      'days',
      'next_days as nextDays',
      'next_from as nextFrom',
      'confirmed_at as confirmedAt',
      shownAuthor('confirmed_by', 'email').as('confirmedBy'),
    ]),
);
const put = statement<{
  name: string;
  days: number;
  nextDays: number | null;
  nextFrom: string | null;
  confirmedAt: string | null;
  confirmedBy: string | null;
}>()((db, p) => {
  const values = {
    days: p.days,
    next_days: p.nextDays,
    next_from: p.nextFrom,
    confirmed_at: p.confirmedAt,
    confirmed_by: p.confirmedBy,
  };
  return db
    .insertInto('retention_rules')
    .values({ name: p.name, ...values })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        ...values,
        // The first confirmation stays.
        confirmed_at: eb.fn.coalesce('retention_rules.confirmed_at', 'excluded.confirmed_at'),
        confirmed_by: eb.fn.coalesce('retention_rules.confirmed_by', 'excluded.confirmed_by'),
      })),
    );
});

/**
 * Returns all rules as they are on a day in Europe/Paris. One without a row has its default duration and is not confirmed: its
 * data was there before it. No stored duration goes below the fewest days of its rule.
 */
export async function readRules(queries: Queries, today: Day): Promise<RuleSetting[]> {
  const byName = new Map((await queries.all(stored, {})).map((row) => [row.name, row]));
  return rules.map((rule) => {
    const {
      days = rule.days,
      nextDays,
      nextFrom,
      confirmedAt = null,
      confirmedBy = null,
    } = byName.get(rule.name) ?? {};
    const atLeast = (kept: number) => Math.max(kept, rule.fewestDays);
    const coming = nextDays == null || nextFrom == null ? null : { days: atLeast(nextDays), from: nextFrom };
    const applies = coming !== null && coming.from <= today;
    return {
      rule,
      days: applies ? coming.days : atLeast(days),
      next: applies ? null : coming,
      confirmedAt,
      confirmedBy,
      runs: confirmedAt !== null || rule.always === true,
    };
  });
}

/** Confirms all rules, with their defaults: for a new installation, which has no data yet. */
export async function confirmAllRules(tx: Transaction, now: Date): Promise<void> {
  const confirmedAt = now.toISOString();
  for (const { name, days } of rules)
    await tx.run(put, {
      ...{ name, days, nextDays: null, nextFrom: null },
      ...{ confirmedAt, confirmedBy: 'installation' },
    });
}

export interface RuleChange {
  readonly days?: number;
  /** Required when `days` is fewer than before. */
  readonly shorten?: true;
  readonly confirm?: true;
}

/**
 * Changes how long a rule keeps, or lets it run. More days apply at once, and take back fewer ones that do not apply yet; fewer
 * apply after a month, in which direction sees what they will erase. Returns the rule as changed. Rejects with a
 * `ValidationError` for too few days, and for fewer than before without `shorten`.
 */
export const changeRetentionRule = auditedOperation(
  'changeRetentionRule',
  async (tx, { name, change, by }: { name: RuleName; change: RuleChange; by: Actor }, { now, record }) => {
    const today = parisDay(now);
    const before = await settingOf(tx, name, today);
    const { days = before.days, confirm } = change;
    requireEnough(before.rule, days);
    const isShorter = days < before.days;
    if (isShorter && change.shorten !== true)
      throw new ValidationError(
        'shorten',
        `expected true: ${days} days are fewer than the present ${before.days}`,
      );
    const next = nextOf(before, change, today);
    await tx.run(put, {
      name,
      days: isShorter ? before.days : days,
      nextDays: next?.days ?? null,
      nextFrom: next?.from ?? null,
      confirmedAt: confirm === true ? now.toISOString() : null,
      confirmedBy: confirm === true ? authorOf(by) : null,
    });
    const detail = {
      name,
      changed: Object.keys(change),
      ...(change.days !== undefined && { days, before: before.days, from: isShorter ? next?.from : today }),
    };
    await record({ action: 'changed', subject: 'retention', detail });
    return shownRule(await settingOf(tx, name, today));
  },
);

/** The duration to come after a change. The same again does not begin its month anew. */
function nextOf(before: RuleSetting, { days }: RuleChange, today: Day): RuleSetting['next'] {
  if (days === undefined || days === before.next?.days) return before.next;
  // The nightly run notes what is to come on the day after: direction then sees it for the whole of `aheadDays`.
  return days < before.days ? { days, from: addDays(today, aheadDays + 1) } : null;
}

/** Throws a `ValidationError` for fewer days than the rule may keep. */
export function requireEnough({ fewestDays }: Rule, days: number): void {
  if (days < fewestDays) throw new ValidationError('days', `expected ${fewestDays} or more for this rule`);
}

/** A rule as the desk shows it. */
export function shownRule({ rule: { name, fewestDays }, ...setting }: RuleSetting) {
  return { name, fewestDays, ...setting };
}

async function settingOf(tx: Transaction, name: RuleName, today: Day): Promise<RuleSetting> {
  const found = (await readRules(tx, today)).find(({ rule }) => rule.name === name);
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no rule ${name}`);
  return found;
}
