import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../access/roles.ts';
import type { EntryKind, Stage } from '../../contract/enumerations.ts';
import { type FollowUpState, isInState } from '../../entries/follow-up/state.ts';
import type { Dialect } from '../../store/dialect.ts';
import { bind, type Value } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

/** Selects the entries of a list. An undefined property does not filter. */
export interface EntryFilter {
  readonly kind: EntryKind;
  /** The residences to list, already limited to the user's reach. */
  readonly reach: Reach;
  readonly unassigned?: boolean | undefined;
  readonly status?: 'new' | 'processed' | undefined;
  readonly flagged?: boolean | undefined;
  readonly type?: string | undefined;
  readonly sejourType?: string | undefined;
  /** These three accept `none` for entries without a value. */
  readonly resultat?: string | undefined;
  readonly motif?: string | undefined;
  readonly stage?: string | undefined;
  /** Whether a placement partner sent it. */
  readonly orientation?: boolean | undefined;
  /** First and last day of contact, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly announcementId?: number | undefined;
  readonly offer?: Offer | undefined;
  /** An open action of this kind. */
  readonly planned?: PlannedKind | undefined;
  /** Open leads in this state on this day. */
  readonly followUp?: { readonly state: FollowUpState; readonly today: Day } | undefined;
  /** Whether it is an open lead. */
  readonly open?: boolean | undefined;
  readonly ownerId?: number | undefined;
  /** Only entries excluded for this reason; undefined for all entries that are not excluded. */
  readonly excluded?: Excluded | undefined;
}

/** An application that names no job offer, or an unknown one. */
export const offers = ['none', 'unknown'] as const;
export type Offer = (typeof offers)[number];

/** `callback`: anything but a visit. */
export const plannedKinds = ['visit', 'callback'] as const;
export type PlannedKind = (typeof plannedKinds)[number];

/** `presumed`: presumed spam, on which staff have not decided; `spam`: marked by staff. */
export const exclusions = ['presumed', 'spam', 'duplicate', 'test'] as const;
export type Excluded = (typeof exclusions)[number];

type Condition = RawBuilder<unknown>;

/** Returns the filter as conditions on the table `e`. */
export function conditionsOf(filter: EntryFilter, dialect: Dialect): Condition[] {
  const { reach, unassigned, status, flagged, orientation, from, to, offer, planned, followUp, excluded } =
    filter;
  return [
    sql`e.kind = ${bind(filter.kind)}`,
    ...(reach === 'everywhere' ? [] : [withinReach(reach, dialect)]),
    ...(unassigned === true ? [sql`e.establishment_id is null`] : []),
    // As literals: SQLite uses a partial index only if the text of the query implies its condition.
    ...(status === undefined ? [] : [sql`e.status = ${sql.lit(status)}`]),
    ...(flagged === undefined ? [] : [sql`e.flagged = ${sql.lit(flagged ? 1 : 0)}`]),
    ...equals('e.type', filter.type),
    ...equals('e.sejour_type', filter.sejourType),
    ...equalsOrNone('e.resultat', filter.resultat),
    ...equalsOrNone('e.motif', filter.motif),
    ...equalsOrNone('e.stage', filter.stage),
    ...(orientation === undefined ? [] : [sql`e.partner_id is ${orientation ? sql`not null` : sql`null`}`]),
    ...daysBetween(from, to),
    ...equals('e.announcement_id', filter.announcementId),
    ...(offer === undefined ? [] : offerConditions(offer)),
    ...(planned === undefined ? [] : [isPlanned(planned)]),
    ...(followUp === undefined ? [] : [isInState(followUp.state, bind(followUp.today))]),
    ...(filter.open === undefined ? [] : [sql`e.open = ${sql.lit(filter.open ? 1 : 0)}`]),
    ...equals('e.owner_id', filter.ownerId),
    ...exclusionConditions(excluded),
    sql`e.restriction is null`,
  ];
}

function equals(column: string, value: Value | undefined): Condition[] {
  return value === undefined ? [] : [sql`${sql.ref(column)} = ${bind(value)}`];
}

function equalsOrNone(column: string, value: string | undefined): Condition[] {
  return value === 'none' ? [sql`${sql.ref(column)} is null`] : equals(column, value);
}

function withinReach(reach: ReadonlySet<number>, dialect: Dialect): Condition {
  const [first, ...others] = reach;
  if (first === undefined) return sql`false`;
  return others.length === 0
    ? sql`e.establishment_id = ${bind(first)}`
    : dialect.idIn('e.establishment_id', bind(JSON.stringify([...reach])));
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

function isPlanned(planned: PlannedKind): Condition {
  const isVisit = planned === 'visit' ? sql`=` : sql`is distinct from`;
  return sql`e.id in (
    select entry_id from actions where done = 0 and outcome is null and stage ${isVisit} ${sql.lit('Visite' satisfies Stage)}
  )`;
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
