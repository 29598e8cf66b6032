import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { addDays, parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { recordDecision } from '../../entries/decisions.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import type { Day, Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { findDue, slicesOf } from '../rules/due.ts';
import {
  mostDays,
  putRule,
  type RuleSetting,
  readRules,
  requireEnough,
  settingOf,
  shownRule,
  waitingDays,
} from '../rules/rule-settings.ts';
import { type RuleName, ruleNames } from '../rules/rules.ts';
import { lastRun } from './run.ts';

const oldestShown = 5;

/**
 * Returns what each rule would do now, whether it is confirmed or not; with `change`, what that rule would do if it kept so many
 * days. It reads slice by slice, so that other long reads run in between. Rejects with a `ValidationError` for fewer days than the
 * rule may keep.
 */
export async function previewRetention(
  queries: Queries,
  now: Date,
  change?: { readonly rule: RuleName; readonly days: number },
) {
  const today = parisDay(now);
  const settings = (await readRules(queries, today)).map((setting) => {
    if (setting.rule.name !== change?.rule) return setting;
    requireEnough(setting.rule, change.days);
    return { ...setting, days: change.days, next: null };
  });
  const occasion = { today, settings };
  const shown = settings.filter(({ rule }) => change === undefined || rule.name === change.rule);
  const tallies = new Map(shown.map(({ rule }) => [rule.name, newTally()]));
  for (const table of new Set(shown.map(({ rule }) => rule.table)))
    for (const slice of await slicesOf(queries, table))
      for (const { rule, id, establishmentId, at } of await findDue(queries, table, slice, occasion)) {
        const tally = tallies.get(rule);
        if (tally === undefined) continue;
        tally.due++;
        tally.byEstablishment.set(establishmentId, (tally.byEstablishment.get(establishmentId) ?? 0) + 1);
        keepOldest(tally.oldest, { id, at });
      }
  return [...tallies].map(([name, { byEstablishment, ...tally }]) => ({
    name,
    ...tally,
    byEstablishment: [...byEstablishment].map(([establishmentId, due]) => ({ establishmentId, due })),
  }));
}

interface Row {
  readonly id: number;
  readonly at: Instant;
}

interface Tally {
  due: number;
  readonly byEstablishment: Map<number | null, number>;
  readonly oldest: Row[];
}
const newTally = (): Tally => ({ due: 0, byEstablishment: new Map(), oldest: [] });

function keepOldest(oldest: Row[], row: Row): void {
  if (oldest.length === oldestShown && (oldest.at(-1)?.at ?? '') <= row.at) return;
  oldest.push(row);
  oldest.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id));
  oldest.splice(oldestShown);
}

const RulePath = Type.Object({ name: Type.Enum(ruleNames, { type: 'string' }) });
const days = integer({ minimum: 1, maximum: mostDays });
const RuleChange = exactly(
  {
    days: Type.Optional(days),
    shorten: Type.Optional(Type.Literal(true)),
    confirm: Type.Optional(Type.Literal(true)),
  },
  { minProperties: 1 },
);

const showRetention = deskRoute('showRetention', 'GET /desk/privacy/retention', {
  ...privacyRoute,
  async run({ database: { read }, clock }: PrivacyDeps) {
    const [settings, run] = await Promise.all([readRules(read, parisDay(clock())), lastRun(read)]);
    return {
      rules: settings.map(shownRule),
      lastRun: run === undefined ? null : pick(run, ['startedAt', 'finishedAt', 'counts', 'failed']),
    };
  },
});

const showRetentionPreview = deskRoute('showRetentionPreview', 'GET /desk/privacy/retention/preview', {
  ...privacyRoute,
  query: Type.Object({
    rule: Type.Optional(Type.Enum(ruleNames, { type: 'string' })),
    days: Type.Optional({ ...days }),
  }),
  async run({ database, clock }: PrivacyDeps, { rule, days }) {
    if ((rule === undefined) !== (days === undefined))
      throw new ValidationError(rule === undefined ? 'rule' : 'days', 'expected `rule` and `days` together');
    const change = rule === undefined || days === undefined ? undefined : { rule, days };
    return { rules: await previewRetention(database.background, clock(), change) };
  },
});

/**
 * More days apply at once, and take back fewer ones that do not apply yet; fewer apply after a month. Rejects with a `ValidationError` for too few days, and for fewer than before without `shorten`.
 */
const changeRule = deskWrite('changeRule', 'PATCH /desk/privacy/retention/:name', {
  ...privacyRoute,
  params: RulePath,
  body: RuleChange,
  async run(tx, { name, by, ...change }, { now, record }) {
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
    const next = nextOf(before, change.days, today);
    const stored = await putRule(tx, {
      name,
      days: isShorter ? before.days : days,
      next_days: next?.days ?? null,
      next_from: next?.from ?? null,
      confirmed_at: confirm === true ? now.toISOString() : null,
      confirmed_by: confirm === true ? authorOf(by) : null,
    });
    await recordDecision(tx, { kind: 'rule', at: now.toISOString(), ...stored });
    const detail = {
      name,
      changed: Object.keys(change),
      ...(change.days !== undefined && { days, before: before.days, from: isShorter ? next?.from : today }),
    };
    await record({ action: 'changed', subject: 'retention', detail });
    return shownRule(await settingOf(tx, name, today));
  },
});

/** The duration to come after a change. The same again does not begin its month anew. */
function nextOf(before: RuleSetting, days: number | undefined, today: Day): RuleSetting['next'] {
  if (days === undefined || days === before.next?.days) return before.next;
  return days < before.days ? { days, from: addDays(today, waitingDays) } : null;
}

/** How long data is kept, and what becomes of it. */
export const retentionRoutes = [showRetention, showRetentionPreview, changeRule] as const;
