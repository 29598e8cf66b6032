import { type RawBuilder, sql } from 'kysely';
import { isNotHeld } from '../../entries/holds.ts';
import {
  admitted,
  complaintClosedBefore,
  isComplaint,
  isLead,
  isSatisfaction,
  lastContactBefore,
} from './ages.ts';
import type { Bounds } from './bounds.ts';
import { adKeys, healthKeys, holdsAdIds, holdsHealth, holdsIp, ipKeys } from './contents.ts';

export const ruleNames = [
  'health',
  'ip',
  'gclid',
  'prospect',
  'admission',
  'spam',
  'presumed-spam',
  'application',
  'complaint',
  'satisfaction',
  'deliveries',
  'audit',
  'user',
  'request',
  'objection',
] as const;
export type RuleName = (typeof ruleNames)[number];

export interface Rule {
  readonly name: RuleName;
  /** How long it is kept by default. */
  readonly days: number;
  readonly table: 'entries' | 'outbox' | 'audit' | 'users' | 'privacy_requests' | 'objections';
  /** The column that tells how old a row is, for the preview. */
  readonly at: string;
  /** The rows of the table, as `e`, that are due. */
  readonly due: (before: Bounds) => RawBuilder<unknown>;
  /**
   * `erase`: the entry's personal data goes, counts stay. `blank`: a part of it goes. `number`: a user becomes a number.
   * `delete`: the row goes.
   */
  readonly act: { readonly kind: 'erase' | 'delete' | 'number' } | Blanking;
  /** It ran before rules had to be confirmed, and goes on without it. */
  readonly always?: true;
}

/** A part of an entry's data: columns, and members of its JSON by their names. */
export interface Blanking {
  readonly kind: 'blank';
  readonly columns: readonly BlankColumn[];
  readonly keys: ReadonlySet<string>;
}
type BlankColumn = 'comment' | 'comment_by' | 'original_comment' | 'asleep_reason' | 'gclid';

/** The e-mail address of a user who has become a number: `user-12@erased.invalid`. */
export const numberedDomain = '@erased.invalid';

const year = 365;
const entryRule = (
  name: RuleName,
  days: number,
  due: (before: Bounds) => RawBuilder<unknown>,
  act: Rule['act'] = { kind: 'erase' },
): Rule => ({
  name,
  days,
  table: 'entries',
  at: 'received_at',
  due: (before) => sql`${due(before)} and ${mayBeTouched(before)}`,
  act,
});

/** Test entries have their own, shorter time (entries/purge.ts). */
const mayBeTouched = ({ today }: Bounds) =>
  sql`e.test = 0 and e.restriction is null and ${isNotHeld(sql`e.id`, today)}`;
const received = ({ instant }: Bounds) => sql`e.received_at < ${instant}`;

/** What is kept for how long by default (docs/privacy.md), and what becomes of it. */
export const rules: readonly Rule[] = [
  entryRule(
    'health',
    2 * year,
    (before) =>
      sql`${received(before)} and ${isLead} and ${lastContactBefore(before)} and ${holdsHealth(before)}`,
    {
      kind: 'blank',
      columns: ['comment', 'comment_by', 'original_comment', 'asleep_reason'],
      keys: healthKeys,
    },
  ),
  entryRule('ip', 183, (before) => sql`${received(before)} and ${holdsIp(before)}`, {
    kind: 'blank',
    columns: [],
    keys: ipKeys,
  }),
  entryRule('gclid', 150, (before) => sql`${received(before)} and ${holdsAdIds(before)}`, {
    kind: 'blank',
    columns: ['gclid'],
    keys: adKeys,
  }),
  entryRule(
    'prospect',
    3 * year,
    (before) =>
      sql`${received(before)} and e.spam = 0 and ${isLead} and ${lastContactBefore(before)} and not ${admitted}`,
  ),
  entryRule(
    'admission',
    2 * year,
    (before) =>
      sql`${received(before)} and e.spam = 0 and ${isLead} and ${lastContactBefore(before)} and ${admitted}`,
  ),
  // From the decision of staff, so that a mistake can be corrected.
  entryRule(
    'spam',
    30,
    (before) => sql`${received(before)} and e.spam = 1 and e.suspicion is null and not exists (
      select 1 from history where entry_id = e.id and at >= ${before.instant}
        and (detail -> 'changes' -> 'spam' is not null or detail -> 'changes' -> 'suspicion' is not null)
    )`,
  ),
  entryRule(
    'presumed-spam',
    year,
    (before) => sql`${received(before)} and e.spam = 1 and e.suspicion is not null`,
  ),
  entryRule(
    'application',
    2 * year,
    (before) => sql`${received(before)} and e.spam = 0 and e.kind = 'postuler'`,
  ),
  entryRule(
    'complaint',
    5 * year,
    (before) =>
      sql`${received(before)} and e.spam = 0 and ${isComplaint} and ${complaintClosedBefore(before)}`,
  ),
  entryRule('satisfaction', year, (before) => sql`${received(before)} and e.spam = 0 and ${isSatisfaction}`),
  {
    name: 'deliveries',
    days: 183,
    table: 'outbox',
    at: 'finished_at',
    // Pending ones stay, however old, as do those that were sent again.
    due: ({ instant, today }) =>
      sql`e.state <> 'pending' and e.finished_at < ${instant} and ${isNotHeld(sql`e.entry_id`, today)}`,
    act: { kind: 'delete' },
    always: true,
  },
  {
    name: 'audit',
    days: year,
    table: 'audit',
    at: 'at',
    due: ({ instant }) => sql`e.at < ${instant}`,
    act: { kind: 'delete' },
  },
  {
    name: 'user',
    days: year,
    table: 'users',
    at: 'disabled_at',
    due: ({ instant }) =>
      sql`e.disabled_at < ${instant} and e.email <> 'user-' || e.id || ${sql.lit(numberedDomain)}`,
    act: { kind: 'number' },
  },
  {
    name: 'request',
    days: 5 * year,
    table: 'privacy_requests',
    at: 'closed_at',
    due: ({ instant }) => sql`e.closed_at < ${instant}`,
    act: { kind: 'delete' },
  },
  {
    name: 'objection',
    days: 3 * year,
    table: 'objections',
    at: 'objected_on',
    due: ({ day }) => sql`e.objected_on < ${day}`,
    act: { kind: 'delete' },
  },
];
