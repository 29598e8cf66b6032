import { type RawBuilder, sql } from 'kysely';
import type { AuditSubject } from '../../access/audit.ts';
import type { Stage } from '../../contract/enumerations.ts';
import { isNotHeld } from '../../entries/holds.ts';
import { isPending } from '../../entries/restriction.ts';
import { fewestObjectionDays } from '../../entries/search/objections.ts';
import type { Dialect } from '../../store/dialect.ts';
import { adKeys, hasRow, healthKeys, holdsPart, ipKeys, type Part } from './contents.ts';

type Sql = RawBuilder<unknown>;

/** What the condition of a rule may refer to. */
interface RuleContext {
  /** The day of the run in Europe/Paris. */
  readonly today: RawBuilder<string>;
  /** The moment at which the day so many days before began. */
  readonly before: (days: number) => RawBuilder<string>;
  readonly dialect: Dialect;
  readonly names?: string | undefined;
}

interface Definition {
  /** How long it is kept by default. */
  readonly days: number;
  /** Fewer days can't be set. */
  readonly fewestDays: number;
  readonly table: 'entries' | 'outbox' | 'audit' | 'users' | 'privacy_requests' | 'objections';
  /** The column with the moment or the day from which the days count; the preview shows it. */
  readonly at: string;
  /**
   * The days of an entry count from its last contact instead, and what is planned, sleeps or is united with something younger
   * stays.
   */
  readonly fromContact: boolean;
  /** The rows of the table, as `e`, that it concerns once they are old enough. */
  readonly concerns: (context: RuleContext) => Sql;
  /**
   * `erase`: the entry's personal data goes, counts stay. `blank`: a part of it goes. `number`: a user becomes a number.
   * `delete`: the row goes.
   */
  readonly act: { readonly kind: 'erase' | 'delete' | 'number' } | ({ readonly kind: 'blank' } & Part);
  /** It ran before rules had to be confirmed, and goes on without it. */
  readonly always?: true;
}

export interface Rule extends Definition {
  readonly name: RuleName;
  /** It blanks what has a name that matches this regular expression too. */
  readonly names?: string;
}

/** The e-mail address of a user who has become a number: `user-12@erased.invalid`. */
export const numberedDomain = '@erased.invalid';

const year = 365;
/** CNIL (deliberation 2021-122): what was done is known for half a year at least. */
const halfYear = 183;

const isComplaint = sql`e.kind = 'survey' and e.type = 'survey.type.complaint'`;
const isSatisfaction = sql`e.kind = 'survey' and e.type = 'survey.type.survey'`;
/** A family's request: a commercial entry, be it of a partner, or a contact form. */
const isLead = sql`(e.kind = 'commercial' or (
  e.kind = 'survey' and (e.type is null or e.type not in ('survey.type.complaint', 'survey.type.survey'))
))`;
const admissions = ['Admission réalisé', 'Parti'] as const satisfies Stage[];
const isAdmitted = sql`(e.resultat is not distinct from 'commercial.resultat.realisee'
  or ${hasRow('actions', sql`done = 1 and stage in ${listed(admissions)}`)})`;

/** What leaves its trace in the audit trail for a year at least, so that nobody shortens the trail of it in time. */
const longKeptSubjects = [
  'user',
  'person',
  'register',
  'retention',
  'hold',
  'privacy-request',
  'objection',
] as const satisfies AuditSubject[];

function listed(values: readonly string[]): Sql {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`;
}

/**
 * A condition on the entry with this alias: neither limited, held nor part of an open request of a person. That its erasure is
 * pending keeps neither it nor those that it is united with. Test entries have their own, shorter time (entries/purge.ts).
 */
export function mayBeTouched(alias: string, { today }: Pick<RuleContext, 'today'>): Sql {
  const id = sql.ref(`${alias}.id`);
  return sql`(${sql.ref(`${alias}.test`)} = 0 and (${sql.ref(`${alias}.restriction`)} is null or ${isPending(id)})
    and ${isNotHeld(id, today)}
    and not exists (
      select 1 from privacy_request_entries p join privacy_requests r on r.id = p.request_id
      where p.entry_id = ${id} and r.closed_at is null
    ))`;
}

type Given<Optional extends keyof Definition> = Omit<Definition, Optional> & Partial<Definition>;
const entryRule = (rule: Given<'fewestDays' | 'table' | 'at' | 'fromContact' | 'act'>): Definition => ({
  table: 'entries',
  at: 'received_at',
  fewestDays: 1,
  fromContact: true,
  act: { kind: 'erase' },
  ...rule,
  concerns: (context) => sql`${mayBeTouched('e', context)} and ${rule.concerns(context)}`,
});
const blankRule = (
  part: Part,
  { concerns = () => sql`true`, ...rule }: Pick<Definition, 'days'> & Partial<Definition>,
): Definition =>
  entryRule({
    ...rule,
    concerns: (context) =>
      sql`${concerns(context)} and ${holdsPart({ ...part, names: context.names }, context.dialect)}`,
    act: { kind: 'blank', ...part },
  });
const rowRule = (rule: Given<'fromContact' | 'concerns'>): Definition => ({
  fromContact: false,
  concerns: () => sql`true`,
  ...rule,
});

/** What is kept for how long by default (docs/privacy.fr.md), and what becomes of it. */
const definitions = {
  health: blankRule({ keys: healthKeys, texts: true }, { days: 2 * year, concerns: () => isLead }),
  ip: blankRule({ keys: ipKeys }, { days: halfYear, fromContact: false }),
  gclid: blankRule({ keys: adKeys, gclid: true }, { days: 150, fromContact: false }),
  prospect: entryRule({
    days: 3 * year,
    fewestDays: year,
    concerns: () => sql`e.spam = 0 and ${isLead} and not ${isAdmitted}`,
  }),
  admission: entryRule({
    days: 2 * year,
    concerns: () => sql`e.spam = 0 and ${isLead} and ${isAdmitted}`,
  }),
  // From the decision of staff, so that a mistake can be corrected.
  spam: entryRule({ days: 30, concerns: () => sql`e.spam = 1 and e.suspicion is null` }),
  'presumed-spam': entryRule({
    days: year,
    fromContact: false,
    concerns: () => sql`e.spam = 1 and e.suspicion is not null`,
  }),
  application: entryRule({
    days: 2 * year,
    fewestDays: 180,
    concerns: () => sql`e.spam = 0 and e.kind = 'postuler'`,
  }),
  complaint: entryRule({ days: 5 * year, concerns: () => sql`e.spam = 0 and ${isComplaint}` }),
  satisfaction: entryRule({ days: year, concerns: () => sql`e.spam = 0 and ${isSatisfaction}` }),
  deliveries: rowRule({
    days: halfYear,
    fewestDays: 1,
    table: 'outbox',
    at: 'finished_at',
    // Pending ones stay, however old, as do those that were sent again.
    concerns: ({ today }) => sql`e.state <> 'pending' and ${isNotHeld(sql`e.entry_id`, today)}`,
    act: { kind: 'delete' },
    always: true,
  }),
  audit: rowRule({
    days: year,
    fewestDays: halfYear,
    table: 'audit',
    at: 'at',
    concerns: ({ before }) => sql`(e.at < ${before(year)}
      or not (e.action = 'erased' or e.subject in ${listed(longKeptSubjects)}))`,
    act: { kind: 'delete' },
  }),
  // It takes names and addresses out of the audit trail.
  user: rowRule({
    days: year,
    fewestDays: halfYear,
    table: 'users',
    at: 'disabled_at',
    concerns: () => sql`e.email <> 'user-' || e.id || ${sql.lit(numberedDomain)}`,
    act: { kind: 'number' },
  }),
  request: rowRule({
    days: 5 * year,
    fewestDays: year,
    table: 'privacy_requests',
    at: 'closed_at',
    act: { kind: 'delete' },
  }),
  objection: rowRule({
    days: fewestObjectionDays,
    fewestDays: fewestObjectionDays,
    table: 'objections',
    at: 'objected_on',
    act: { kind: 'delete' },
  }),
};

export type RuleName = keyof typeof definitions;
export const ruleNames = Object.keys(definitions) as RuleName[];
export const rules: readonly Rule[] = ruleNames.map((name) => ({ name, ...definitions[name] }));
