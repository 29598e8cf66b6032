import { shownAuthor } from '../../access/authors.ts';
import { notFound } from '../../contract/request-error.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Day, Instant, Tables } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { healthNames } from '../sensitive-names.ts';
import { type Rule, type RuleName, rules } from './rules.ts';

export const mostDays = 3_650;
/** A shorter duration waits for so many days. */
export const waitingDays = 31;

export interface RuleSetting {
  readonly rule: Rule;
  readonly days: number;
  /** A shorter duration, and the day from which it applies; null when there is none to come. */
  readonly next: { readonly days: number; readonly from: Day } | null;
  readonly confirmedAt: Instant | null;
  readonly confirmedBy: string | null;
  readonly runs: boolean;
}

/**
 * Returns all rules as they are on a day in Europe/Paris. One without a row has its default duration and is not confirmed: its
 * data was there before it. No stored duration goes below the fewest days of its rule.
 */
export async function readRules(queries: Queries, today: Day): Promise<RuleSetting[]> {
  const stored = await queries.all(
    query((db) =>
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
    ),
  );
  const none = { nextDays: null, nextFrom: null, confirmedAt: null, confirmedBy: null };
  return rules.map((rule) => {
    const found = stored.find(({ name }) => name === rule.name) ?? { ...none, days: rule.days };
    const { days, nextDays, nextFrom, confirmedAt, confirmedBy } = found;
    const atLeast = (kept: number) => Math.max(kept, rule.fewestDays);
    const coming =
      nextDays === null || nextFrom === null ? null : { days: atLeast(nextDays), from: nextFrom };
    const applies = coming !== null && coming.from <= today;
    return {
      rule: rule.name === 'health' ? { ...rule, names: healthNames } : rule,
      days: applies ? coming.days : atLeast(days),
      next: applies ? null : coming,
      confirmedAt,
      confirmedBy,
      runs: confirmedAt !== null || rule.always === true,
    };
  });
}

/** Stores the setting of a rule. Its first confirmation stays. Returns the row. */
export async function putRule(
  tx: Transaction,
  row: Pick<Tables['retention_rules'], 'name' | 'days'> & Partial<Tables['retention_rules']>,
): Promise<Tables['retention_rules']> {
  const values = { next_days: null, next_from: null, confirmed_at: null, confirmed_by: null, ...row };
  const stored = await tx.first(
    query((db) =>
      db
        .insertInto('retention_rules')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((eb) => ({
            ...values,
            confirmed_at: eb.fn.coalesce('retention_rules.confirmed_at', 'excluded.confirmed_at'),
            confirmed_by: eb.fn.coalesce('retention_rules.confirmed_by', 'excluded.confirmed_by'),
          })),
        )
        .returningAll(),
    ),
  );
  return stored ?? values;
}

/** Confirms all rules, with their defaults: for a new installation, which has no data yet. */
export async function confirmAllRules(tx: Transaction, now: Date): Promise<void> {
  const confirmed = { confirmed_at: now.toISOString(), confirmed_by: 'installation' };
  for (const { name, days } of rules) await putRule(tx, { name, days, ...confirmed });
}

/** Throws a `ValidationError` for fewer days than the rule may keep. */
export function requireEnough({ fewestDays }: Rule, days: number): void {
  if (days < fewestDays) throw new ValidationError('days', `expected ${fewestDays} or more for this rule`);
}

/** A rule as the desk shows it. */
export function shownRule({ rule: { name, fewestDays, act }, ...setting }: RuleSetting) {
  return { name, fewestDays, hides: act.kind === 'erase', ...setting };
}

/** Returns one rule as it is on a day in Europe/Paris. */
export async function settingOf(queries: Queries, name: RuleName, today: Day): Promise<RuleSetting> {
  const found = (await readRules(queries, today)).find(({ rule }) => rule.name === name);
  if (found === undefined) throw notFound('rule', name);
  return found;
}
