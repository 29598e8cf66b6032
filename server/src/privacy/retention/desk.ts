import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { PrivacyDeps } from '../deps.ts';
import { previewRetention } from './preview.ts';
import { ruleNames } from './rules.ts';
import { lastRun } from './runs.ts';
import { aheadDays, changeRetentionRule, mostDays, readRules, shownRule } from './settings.ts';

const name = Type.Enum(ruleNames, { type: 'string' });
const RetentionRule = Type.Object({
  name,
  days: Type.Integer({ description: 'How many days are kept.' }),
  fewestDays: Type.Integer({ description: 'Fewer can’t be set.' }),
  next: orNull(
    Type.Object(
      { days: Type.Integer(), from: Type.String({ description: 'The day of the first run with it.' }) },
      { description: 'A shorter duration that was confirmed, and does not apply yet.' },
    ),
  ),
  confirmedAt: orNull(Type.String({ description: 'Null for a rule that was not confirmed.' })),
  confirmedBy: orNull(
    Type.String({ description: 'The e-mail address of the user; `installation` for a new installation.' }),
  ),
  runs: Type.Boolean({ description: 'Whether it runs: it is confirmed, or ran before there were rules.' }),
});
const Retention = Type.Object({
  rules: Type.Array(RetentionRule),
  lastRun: orNull(
    Type.Object({
      startedAt: Type.String(),
      finishedAt: orNull(Type.String({ description: 'Null while it runs, and when it was stopped.' })),
      counts: Type.Record(Type.String(), Type.Integer(), {
        description: 'What each rule has done, where it has done something.',
      }),
      failed: Type.Integer({
        description: 'How many rows a rule could not be applied to; the service’s log says why.',
      }),
    }),
  ),
});
const RetentionPreview = Type.Object({
  rules: Type.Array(
    Type.Object({
      name,
      due: Type.Integer({ description: 'What it would do now, were it confirmed.' }),
      byEstablishment: Type.Array(
        Type.Object({ establishmentId: orNull(Type.Integer()), due: Type.Integer() }),
        { description: 'Only residences with something due; null for what has no residence.' },
      ),
      oldest: Type.Array(
        Type.Object({
          id: Type.Integer({ description: 'Of the entry, or of what the rule is about.' }),
          at: Type.String({ description: 'When it was received, sent, disabled or closed.' }),
        }),
      ),
      next30Days: Type.Integer({ description: `How much more becomes due within ${aheadDays} days.` }),
    }),
  ),
});
const RulePath = Type.Object({ name: Type.Enum(ruleNames, { type: 'string', description: 'The rule.' }) });
const days = integer({ minimum: 1, maximum: mostDays, description: 'How many days are kept.' });
const RuleChange = exactly(
  {
    days: Type.Optional(days),
    shorten: Type.Optional(
      Type.Literal(true, {
        description: `Confirms fewer days than before; required for them. They apply ${aheadDays + 1} days later. More days apply at once.`,
      }),
    ),
    confirm: Type.Optional(Type.Literal(true, { description: 'Lets it run from the next night on.' })),
  },
  { minProperties: 1 },
);

const showRetention = deskRoute('showRetention', 'GET /desk/privacy/retention', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'How long data is kept, and what the last run did',
  description: 'Data that was there before its rule is touched only once the rule is confirmed.',
  answer: Retention,
  async run({ database: { read }, clock }: PrivacyDeps) {
    const [settings, run] = await Promise.all([readRules(read, parisDay(clock())), lastRun(read)]);
    return { rules: settings.map(shownRule), lastRun: run ?? null };
  },
});

const showRetentionPreview = deskRoute('showRetentionPreview', 'GET /desk/privacy/retention/preview', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'What each rule would do now',
  description:
    'It takes some seconds among a million entries. Entries under a hold or a limitation, or in an open request, are left out.',
  query: Type.Object({
    rule: Type.Optional(Type.Enum(ruleNames, { type: 'string', description: 'Only this rule.' })),
    days: Type.Optional({ ...days, description: 'If it kept so many days; with `rule`.' }),
  }),
  answer: RetentionPreview,
  async run({ database, clock }: PrivacyDeps, { rule, days }) {
    if ((rule === undefined) !== (days === undefined))
      throw new ValidationError(rule === undefined ? 'rule' : 'days', 'expected `rule` and `days` together');
    const change = rule === undefined || days === undefined ? undefined : { rule, days };
    return { rules: await previewRetention(database.background, clock(), change) };
  },
});

const changeRule = deskRoute('changeRule', 'PATCH /desk/privacy/retention/:name', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Change how long a rule keeps, or confirm it',
  description: 'A preview tells beforehand what fewer days would erase.',
  params: RulePath,
  body: RuleChange,
  answer: RetentionRule,
  operation: changeRetentionRule,
  run: ({ database, clock }: PrivacyDeps, { name, by, ...change }) =>
    database.write(changeRetentionRule, { by, name, change }, clock()),
});

/** How long data is kept, and what becomes of it. */
export const retentionRoutes = [showRetention, showRetentionPreview, changeRule] as const;
