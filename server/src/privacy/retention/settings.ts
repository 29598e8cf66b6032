import { auditedOperation } from '../../access/audit.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { type Rule, type RuleName, rules } from './rules.ts';

export const minDays = 1;
export const maxDays = 3_650;

/** A rule with the installation's setting. */
export interface RuleSetting {
  readonly rule: Rule;
  readonly days: number;
  readonly confirmedAt: Instant | null;
  readonly confirmedBy: string | null;
  readonly runs: boolean;
}

const stored = statement()((db) =>
  db
    .selectFrom('retention_rules')
    .select(['name', 'days', 'confirmed_at as confirmedAt', 'confirmed_by as confirmedBy']),
);
const put = statement<{
  name: string;
  days: number;
  confirmedAt: string | null;
  confirmedBy: string | null;
}>()((db, p) =>
  db
    .insertInto('retention_rules')
    .values({ name: p.name, days: p.days, confirmed_at: p.confirmedAt, confirmed_by: p.confirmedBy })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ days: p.days, confirmed_at: p.confirmedAt, confirmed_by: p.confirmedBy }),
    ),
);

/** Returns all rules. One without a row has its default duration and is not confirmed: its data was there before it. */
export async function readRules(queries: Queries): Promise<RuleSetting[]> {
  const byName = new Map((await queries.all(stored, {})).map((row) => [row.name, row]));
  return rules.map((rule) => {
    const { days = rule.days, confirmedAt = null, confirmedBy = null } = byName.get(rule.name) ?? {};
    return { rule, days, confirmedAt, confirmedBy, runs: confirmedAt !== null || rule.always === true };
  });
}

/** Confirms all rules, with their defaults: for a new installation, which has no data yet. */
export async function confirmAllRules(tx: Transaction, now: Date): Promise<void> {
  const confirmedAt = now.toISOString();
  for (const { name, days } of rules)
    await tx.run(put, { name, days, confirmedAt, confirmedBy: 'installation' });
}

export interface RuleChange {
  readonly days?: number;
  readonly confirm?: true;
}

/** Changes how long a rule keeps, or lets it run. Returns the rule as changed. */
export const changeRetentionRule = auditedOperation(
  'changeRetentionRule',
  async (
    tx,
    { name, change, by }: { name: RuleName; change: RuleChange; by: { readonly author: string } },
    { now, record },
  ) => {
    const before = await settingOf(tx, name);
    const isNew = change.confirm === true && before.confirmedAt === null;
    await tx.run(put, {
      name,
      days: change.days ?? before.days,
      confirmedAt: isNew ? now.toISOString() : before.confirmedAt,
      confirmedBy: isNew ? by.author : before.confirmedBy,
    });
    const detail = { name, changed: Object.keys(change), days: change.days };
    await record({ action: 'changed', subject: 'retention', detail });
    const { days, confirmedAt, confirmedBy, runs } = await settingOf(tx, name);
    return { name, days, confirmedAt, confirmedBy, runs };
  },
);

async function settingOf(tx: Transaction, name: RuleName): Promise<RuleSetting> {
  const found = (await readRules(tx)).find(({ rule }) => rule.name === name);
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no rule ${name}`);
  return found;
}
