import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../access/roles.ts';
import { type EntryKind, type Stage, stages } from '../../contract/enumerations.ts';
import { type FollowUpState, isInState } from '../../follow-up/state.ts';
import { isInBlock, type TodayBlock } from '../../follow-up/today-blocks.ts';
import type { Dialect } from '../../store/dialect.ts';
import type { ApplicationStep } from '../../store/entry-columns.ts';
import { bind, type Value } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

/** Selects the entries of a list. An undefined property does not filter. */
export interface EntryFilter {
  readonly kind: EntryKind;
  /** The residences to list, already limited to the user's reach. */
  readonly reach: Reach;
  /** Where complaints are listed; absent for all of `reach`. */
  readonly complaints?: Reach | undefined;
  readonly unassigned?: boolean | undefined;
  readonly status?: 'new' | 'processed' | undefined;
  readonly flagged?: boolean | undefined;
  readonly type?: string | undefined;
  readonly sejourType?: string | undefined;
  /** `type` and these three accept `none` for entries without a value. */
  readonly resultat?: string | undefined;
  readonly motif?: string | undefined;
  readonly stage?: string | undefined;
  /** Whether a placement partner sent it. */
  readonly orientation?: boolean | undefined;
  /** First and last day of contact, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Leads that came with a click on an advertisement, or without. */
  readonly advertised?: boolean | undefined;
  /** `caller:3`, `partner:1`, or `staff` for manual entries. */
  readonly sender?: string | undefined;
  /** Leads that have come so far or farther, as the statistics count them. */
  readonly reached?: ReachedStep | undefined;
  readonly announcementId?: number | undefined;
  readonly offer?: Offer | undefined;
  /** An open action of this kind; any, or none. */
  readonly planned?: PlannedKind | undefined;
  /** An open action planned for this day: of this kind, where one is named. */
  readonly plannedOn?: Day | undefined;
  /** Entries that this block of « Ma journée » shows on this day. */
  readonly block?: { readonly name: TodayBlock; readonly today: Day } | undefined;
  /** Entries of this user, and those of nobody within the reach: see {@link isForUser}. */
  readonly forUser?: ForUser | undefined;
  /** First and last day of the next action, inclusive. */
  readonly nextFrom?: string | undefined;
  readonly nextTo?: string | undefined;
  /** The user in charge; null for nobody. */
  readonly ownerId?: number | null | undefined;
  /** Open leads with so many attempts without an answer, or more. */
  readonly attempts?: number | undefined;
  /** Open leads with no contact since this day, but one before. */
  readonly lastContactBefore?: string | undefined;
  /** How far a job application has come; `none` for nowhere yet. */
  readonly step?: ApplicationStep | 'none' | undefined;
  /** Open leads in this state on this day. */
  readonly followUp?: { readonly state: FollowUpState; readonly today: Day } | undefined;
  /** Whether it is an open lead. */
  readonly open?: boolean | undefined;
  /** Only entries excluded for this reason; undefined for all entries that are not excluded. */
  readonly excluded?: Excluded | undefined;
}

/** A user, and where they may take charge of entries. */
export interface ForUser extends Pick<EntryFilter, 'reach' | 'complaints'> {
  readonly id: number;
}

/** The steps of the statistics after the first, which every lead has reached. */
export const reachedSteps = ['validated', 'contacted', 'visited', 'admitted'] as const;
export type ReachedStep = (typeof reachedSteps)[number];

/** An application that names no job offer, or an unknown one. */
export const offers = ['none', 'unknown'] as const;
export type Offer = (typeof offers)[number];

/** `callback`: anything but a visit. */
export const plannedKinds = ['visit', 'callback', 'any', 'none'] as const;
export type PlannedKind = (typeof plannedKinds)[number];

/** `presumed`: presumed spam, on which staff have not decided; `spam`: marked by staff. */
export const exclusions = ['presumed', 'spam', 'duplicate', 'test'] as const;
type Excluded = (typeof exclusions)[number];

type Condition = RawBuilder<unknown>;

/** Returns the filter as conditions on the table `e`. */
export function conditionsOf(filter: EntryFilter, dialect: Dialect): Condition[] {
  const { reach, unassigned, status, flagged, orientation, from, to, offer, planned, followUp, excluded } =
    filter;
  const { plannedOn, block, forUser, nextFrom, nextTo, ownerId, attempts, lastContactBefore } = filter;
  const { advertised, sender, reached } = filter;
  return [
    sql`e.kind = ${bind(filter.kind)}`,
    ...(reach === 'everywhere' ? [] : [withinReach(reach, dialect)]),
    ...(filter.complaints === undefined ? [] : complaintsWithin(filter.complaints, reach, dialect)),
    ...(unassigned === undefined
      ? []
      : [sql`e.establishment_id is ${unassigned ? sql`null` : sql`not null`}`]),
    // As literals: SQLite uses a partial index only if the text of the query implies its condition.
    ...(status === undefined ? [] : [sql`e.status = ${sql.lit(status)}`]),
    ...(flagged === undefined ? [] : [sql`e.flagged = ${sql.lit(flagged ? 1 : 0)}`]),
    ...equalsOrNone('e.type', filter.type),
    ...equals('e.sejour_type', filter.sejourType),
    ...equalsOrNone('e.resultat', filter.resultat),
    ...equalsOrNone('e.motif', filter.motif),
    ...equalsOrNone('e.stage', filter.stage),
    ...(orientation === undefined ? [] : [sql`e.partner_id is ${orientation ? sql`not null` : sql`null`}`]),
    ...daysBetween(from, to),
    ...(advertised === undefined ? [] : [sql`e.advertised = ${sql.lit(advertised ? 1 : 0)}`]),
    ...(sender === undefined ? [] : [isFrom(sender)]),
    ...(reached === undefined ? [] : [hasReached(reached)]),
    ...equals('e.announcement_id', filter.announcementId),
    ...(offer === undefined ? [] : offerConditions(offer)),
    ...(planned === undefined && plannedOn === undefined ? [] : [isPlanned(planned, plannedOn)]),
    ...(block === undefined ? [] : [isInBlock(block.name, bind(block.today))]),
    ...(forUser === undefined ? [] : [isForUser(forUser, dialect)]),
    ...(nextFrom === undefined ? [] : [sql`e.next_date >= ${bind(nextFrom)}`]),
    ...(nextTo === undefined ? [] : [sql`e.next_date <= ${bind(nextTo)}`]),
    ...(nextFrom === undefined && nextTo === undefined ? [] : [hasNext]),
    ...(ownerId === null ? [sql`e.owner_id is null`] : equals('e.owner_id', ownerId)),
    // Of open leads alone, which an index holds.
    ...(attempts === undefined ? [] : [sql`e.open = 1 and e.attempts >= ${bind(attempts)}`]),
    ...(lastContactBefore === undefined
      ? []
      : [sql`e.open = 1 and e.last_contact < ${bind(lastContactBefore)}`]),
    ...equalsOrNone('e.application_step', filter.step),
    ...(followUp === undefined ? [] : [isInState(followUp.state, bind(followUp.today))]),
    ...(filter.open === undefined ? [] : [filter.open ? isOpen : isClosed]),
    ...exclusionConditions(excluded),
    sql`e.restriction is null`,
  ];
}

const isOpen = sql`e.open = 1`;
/** By the index of open leads: no index can hold a column that SQLite calculates. */
const isClosed = sql`e.id not in (select e.id from entries e where ${isOpen})`;

function equals(column: string, value: Value | undefined): Condition[] {
  return value === undefined ? [] : [sql`${sql.ref(column)} = ${bind(value)}`];
}

function equalsOrNone(column: string, value: string | undefined): Condition[] {
  return value === 'none' ? [sql`${sql.ref(column)} is null`] : equals(column, value);
}

/** A condition on the table `e`: its residence is one of these. */
export function withinReach(reach: ReadonlySet<number>, dialect: Dialect): Condition {
  const [first, ...others] = reach;
  if (first === undefined) return sql`false`;
  return others.length === 0
    ? sql`e.establishment_id = ${bind(first)}`
    : dialect.idIn('e.establishment_id', bind(JSON.stringify([...reach])));
}

/** The condition on the table `e`, within reach: it is not a complaint out of reach. None where all complaints are within. */
export function complaintsWithin(complaints: Reach, reach: Reach, dialect: Dialect): Condition[] {
  if (complaints === 'everywhere' || (reach !== 'everywhere' && reach.isSubsetOf(complaints))) return [];
  return [sql`(e.type is distinct from 'survey.type.complaint' or ${withinReach(complaints, dialect)})`];
}

/**
 * A period open at one end may match half of all entries. Written as a negation, it keeps SQLite from using the index on
 * days, which took three times as long at a million entries.
 */
function daysBetween(from: string | undefined, to: string | undefined): Condition[] {
  if (from !== undefined && to !== undefined)
    return [sql`e.contact_date between ${bind(from)} and ${bind(to)}`];
  if (from !== undefined) return [sql`not e.contact_date < ${bind(from)}`];
  return to === undefined ? [] : [sql`not e.contact_date > ${bind(to)}`];
}

/** The condition on the table `e` that an action is planned, as the index of next actions has it. */
export const hasNext = sql`e.next_date is not null`;
function isFrom(sender: string): Condition {
  const [kind, id] = sender.split(':');
  if (kind === 'caller') return sql`e.caller_id = ${bind(Number(id))}`;
  if (kind === 'partner') return sql`e.partner_id = ${bind(Number(id))}`;
  return sql`e.caller_id is null and e.partner_id is null`;
}

const farther: Readonly<Record<ReachedStep, readonly Stage[]>> = {
  validated: stages,
  contacted: ['Prise de contact', 'Visite', 'Admission réalisé', 'Parti'],
  visited: ['Visite', 'Admission réalisé', 'Parti'],
  admitted: ['Admission réalisé', 'Parti'],
};

/** The rules of entries/funnel/funnel-position.ts as a condition. An action received over the API counts as a contact. */
function hasReached(step: ReachedStep): Condition {
  const wanted = sql.join(farther[step].map((stage) => sql.lit(stage)));
  const received = farther[step].includes('Prise de contact')
    ? sql`or (a.stage is null and a.author is null)`
    : sql``;
  const done = sql`exists (
    select 1 from actions a where a.entry_id = e.id and a.done = 1 and (a.stage in (${wanted}) ${received})
  )`;
  return step === 'validated' ? sql`(e.resultat is not null or ${done})` : done;
}

function isPlanned(planned: PlannedKind = 'any', day?: Day): Condition {
  if (planned === 'any' && day === undefined) return hasNext;
  if (planned === 'none') return sql`e.next_date is null`;
  const isVisit = planned === 'visit' ? sql`=` : sql`is distinct from`;
  const ofKind = planned === 'any' ? sql`` : sql`and stage ${isVisit} ${sql.lit('Visite' satisfies Stage)}`;
  const onDay = day === undefined ? sql`` : sql`and date = ${bind(day)}`;
  return sql`e.id in (
    select entry_id from actions where done = 0 and outcome is null ${ofKind} ${onDay}
  )`;
}

/**
 * The condition on the table `e`: the user owns it or is to do a planned action, or nobody does and the user may take charge
 * of it. A disabled user is nobody.
 */
function isForUser({ id, reach, complaints }: ForUser, dialect: Dialect): Condition {
  const planned = sql`select 1 from actions a where a.entry_id = e.id and a.done = 0 and a.outcome is null`;
  const active = sql`select id from users where disabled_at is null`;
  const free = [
    sql`(e.owner_id is null or e.owner_id not in (${active}))`,
    sql`not exists (${planned} and a.assignee_id in (${active}))`,
    ...(reach === 'everywhere' ? [] : [withinReach(reach, dialect)]),
    ...(complaints === undefined ? [] : complaintsWithin(complaints, reach, dialect)),
  ];
  return sql`(e.owner_id = ${bind(id)} or exists (${planned} and a.assignee_id = ${bind(id)}) or (${sql.join(free, sql` and `)}))`;
}

function offerConditions(offer: Offer): Condition[] {
  if (offer === 'none') return [sql`e.announcement_id is null`];
  return [
    sql`e.announcement_id is not null`,
    sql`not exists (select 1 from announcements o where o.id = e.announcement_id)`,
  ];
}

function exclusionConditions(excluded: Excluded | undefined): Condition[] {
  switch (excluded) {
    case undefined:
      return [sql`e.test = 0`, sql`e.spam = 0`, sql`e.duplicate_of is null`];
    case 'presumed':
      return [sql`e.spam = 1`, sql`e.suspicion is not null`, sql`e.test = 0`];
    case 'spam':
      return [sql`e.spam = 1`, sql`e.suspicion is null`, sql`e.test = 0`];
    case 'duplicate':
      return [sql`e.duplicate_of is not null`, sql`e.test = 0`];
    case 'test':
      return [sql`e.test = 1`];
    default:
      return excluded satisfies never;
  }
}
