import { type RawBuilder, sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import type { Reach } from '../../access/roles.ts';
import {
  commercialTypes,
  type EntryKind,
  entryStatuses,
  motifs,
  resultats,
  type Stage,
  sejourTypes,
  stages,
  surveyTypes,
} from '../../contract/enumerations.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import { furthestStep, type Step, steps } from '../../entries/funnel/steps.ts';
import { isLateComplaint } from '../../follow-up/complaint-due.ts';
import { type FollowUpState, followUpStates, isInState } from '../../follow-up/state.ts';
import { isInBlock, type TodayBlock, todayBlocks } from '../../follow-up/today-blocks.ts';
import type { Dialect } from '../../store/dialect.ts';
import { applicationSteps } from '../../store/entry-columns.ts';
import { bind, type Value } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

/** Every lead has reached the first step. */
const [, ...reachedSteps] = steps;

/** An application that names no job offer, or an unknown one. */
export const offers = ['none', 'unknown'] as const;
export type Offer = (typeof offers)[number];

/** `callback`: anything but a visit. */
export const plannedKinds = ['visit', 'callback', 'any', 'none'] as const;
type PlannedKind = (typeof plannedKinds)[number];

/** `presumed`: presumed spam, on which staff have not decided; `spam`: marked by staff. */
export const exclusions = ['presumed', 'spam', 'duplicate', 'test'] as const;
type Excluded = (typeof exclusions)[number];

type Condition = RawBuilder<unknown>;

/** A query parameter of a list, with its condition on the table `e`. */
const filter = <S extends TSchema>(schema: S, where: (value: NonNullable<Static<S>>) => Condition) => ({
  schema,
  where,
});
/** One that is no condition by itself: {@link conditionsOf} and `listOf` say what follows from it. */
const parameter = <S extends TSchema>(schema: S) => ({ schema, where: undefined });

const day = Type.Optional(Type.String({ format: 'date' }));
const flag = Type.Optional(Type.Boolean());
const nullIf = (is: boolean) => (is ? sql`null` : sql`not null`);
const equals = (column: string) => (value: Value) => sql`${sql.ref(column)} = ${bind(value)}`;
const equalsOrNone = (column: string) => (value: string) =>
  value === 'none' ? sql`${sql.ref(column)} is null` : equals(column)(value);
// As a literal: SQLite uses a partial index only if the text of the query implies its condition.
const equalsLiteral = (column: string) => (value: string | boolean) =>
  sql`${sql.ref(column)} = ${sql.lit(typeof value === 'boolean' ? Number(value) : value)}`;

const isOpen = sql`e.open = 1`;
/** By the index of open leads: no index can hold a column that SQLite calculates. */
const isClosed = sql`e.id not in (select e.id from entries e where ${isOpen})`;

const filters = {
  unassigned: filter(flag, (is) => sql`e.establishment_id is ${nullIf(is)}`),
  status: filter(oneOf(entryStatuses, 'Whether staff have dealt with it.'), equalsLiteral('e.status')),
  flagged: filter(flag, equalsLiteral('e.flagged')),
  type: filter(
    oneOf([...commercialTypes, ...surveyTypes, 'none'], 'How the contact came, or the type of a survey.'),
    equalsOrNone('e.type'),
  ),
  sejourType: filter(oneOf(sejourTypes, 'Kind of stay wanted.'), equals('e.sejour_type')),
  resultat: filter(oneOf([...resultats, 'none'], 'The result.'), equalsOrNone('e.resultat')),
  motif: filter(oneOf([...motifs, 'none'], 'The reason of the result.'), equalsOrNone('e.motif')),
  stage: filter(oneOf([...stages, 'none'], 'The stage of its newest done action.'), equalsOrNone('e.stage')),
  orientation: filter(flag, (is) => sql`e.partner_id is ${nullIf(!is)}`),
  from: parameter(day),
  to: parameter(day),
  advertised: filter(flag, equalsLiteral('e.advertised')),
  sender: filter(
    Type.Optional(
      Type.String({
        pattern: '^(staff|(caller|partner):[1-9]\\d{0,14})$',
      }),
    ),
    isFrom,
  ),
  reached: filter(
    oneOf(reachedSteps, 'Only leads that have come so far or farther, as the statistics count them.'),
    (step: Step) => sql`${furthestStep} >= ${sql.lit(steps.indexOf(step))}`,
  ),
  announcementId: filter(Type.Optional(integer()), equals('e.announcement_id')),
  offer: filter(
    oneOf(offers, 'Only job applications without a job offer, or for an unknown one.'),
    isForOffer,
  ),
  planned: parameter(
    oneOf(plannedKinds, 'Only entries with an open action of this kind: any, or none at all.'),
  ),
  plannedOn: parameter(day),
  block: parameter(oneOf(todayBlocks, 'Only entries that this block of « Ma journée » shows today.')),
  whose: parameter(
    oneOf(
      ['me', 'nobody'],
      '`me`: only entries of which you are the owner, or of which a planned action is yours. `nobody`: only those of nobody that you may take charge of; a disabled user is nobody.',
    ),
  ),
  nextFrom: filter(day, (from) => sql`e.next_date >= ${bind(from)}`),
  nextTo: filter(day, (to) => sql`e.next_date <= ${bind(to)}`),
  owner: parameter(oneOf(['me', 'none'], 'Only entries of yours, or of nobody.')),
  ownerId: parameter(Type.Optional(integer({ minimum: 1 }))),
  // Of open leads alone, which an index holds.
  attempts: filter(
    Type.Optional(
      integer({
        minimum: 1,
        maximum: 99,
      }),
    ),
    (least) => sql`${isOpen} and e.attempts >= ${bind(least)}`,
  ),
  lastContactBefore: filter(day, (before) => sql`${isOpen} and e.last_contact < ${bind(before)}`),
  step: filter(
    oneOf([...applicationSteps, 'none'], 'Only job applications that have come so far.'),
    equalsOrNone('e.application_step'),
  ),
  followUp: parameter(oneOf(followUpStates, 'Only open leads in this state.')),
  late: parameter(flag),
  open: filter(flag, (is) => (is ? isOpen : isClosed)),
  mine: parameter(flag),
  aside: parameter(oneOf(exclusions, 'Only entries that are excluded from lists for this reason.')),
};
type Filters = typeof filters;

export const filterParameters = Object.fromEntries(
  Object.entries(filters).map(([name, { schema }]) => [name, schema]),
) as { [K in keyof Filters]: Filters[K]['schema'] };

type Given = Partial<{ [K in keyof Filters]: Static<Filters[K]['schema']> | undefined }>;

/** Selects the entries of a list. An undefined property does not filter. */
export interface EntryFilter
  extends Omit<Given, 'block' | 'followUp' | 'late' | 'whose' | 'mine' | 'owner' | 'ownerId' | 'aside'> {
  readonly kind: EntryKind;
  /** The residences to list, already limited to the user's reach. */
  readonly reach: Reach;
  /** Where complaints are listed; absent for all of `reach`. */
  readonly complaints?: Reach | undefined;
  /** Entries that this block of « Ma journée » shows on this day. */
  readonly block?: { readonly name: TodayBlock; readonly today: Day } | undefined;
  /** Entries of a user, or those that a user may take charge of. */
  readonly whose?: Whose | undefined;
  /** The user in charge; null for nobody. */
  readonly ownerId?: number | null | undefined;
  /** Open leads in this state on this day. */
  readonly followUp?: { readonly state: FollowUpState; readonly today: Day } | undefined;
  readonly lateOn?: Day | undefined;
  /** Only entries excluded for this reason; undefined for all entries that are not excluded. */
  readonly excluded?: Excluded | undefined;
}

/** The entries of a user; or those of nobody, where this user may take charge of them. */
type Whose =
  | { readonly userId: number }
  | ({ readonly userId: null } & Pick<EntryFilter, 'reach' | 'complaints'>);

/** Returns the filter as conditions on the table `e`. */
export function conditionsOf(filter: EntryFilter, dialect: Dialect): Condition[] {
  const { reach, complaints, planned, plannedOn, block, whose, nextFrom, nextTo, ownerId, followUp } = filter;
  const ofOne = Object.entries<{ where: ((value: never) => Condition) | undefined }>(filters).flatMap(
    ([name, { where }]) => {
      const value = filter[name as keyof EntryFilter];
      return where === undefined || value === undefined ? [] : [where(value as never)];
    },
  );
  return [
    sql`e.kind = ${bind(filter.kind)}`,
    ...(reach === 'everywhere' ? [] : [withinReach(reach, dialect)]),
    ...(complaints === undefined ? [] : complaintsWithin(complaints, reach, dialect)),
    ...ofOne,
    ...daysBetween(filter.from, filter.to),
    ...(planned === undefined && plannedOn === undefined ? [] : [isPlanned(planned, plannedOn)]),
    ...(block === undefined ? [] : [isInBlock(block.name, bind(block.today))]),
    ...(whose === undefined ? [] : [isOf(whose, dialect)]),
    ...(nextFrom === undefined && nextTo === undefined ? [] : [hasNext]),
    ...(ownerId === undefined
      ? []
      : [ownerId === null ? sql`e.owner_id is null` : equals('e.owner_id')(ownerId)]),
    ...(followUp === undefined ? [] : [isInState(followUp.state, bind(followUp.today))]),
    ...(filter.lateOn === undefined ? [] : [isLateComplaint(filter.lateOn)]),
    ...exclusionConditions(filter.excluded),
    sql`e.restriction is null`,
  ];
}

/** A condition on the table `e`: its residence is one of these. */
export function withinReach(reach: ReadonlySet<number>, dialect: Dialect): Condition {
  const [first, ...others] = reach;
  if (first === undefined) return sql`false`;
  return others.length === 0
    ? sql`e.establishment_id = ${bind(first)}`
    : dialect.idIn('e.establishment_id', bind([...reach]));
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

/** The condition on the table `e` of {@link Whose}. A disabled user is nobody. */
function isOf(whose: Whose, dialect: Dialect): Condition {
  const planned = sql`select 1 from actions a where a.entry_id = e.id and a.done = 0 and a.outcome is null`;
  if (whose.userId !== null) {
    const id = bind(whose.userId);
    return sql`(e.owner_id = ${id} or exists (${planned} and a.assignee_id = ${id}))`;
  }
  const { reach, complaints } = whose;
  const active = sql`select id from users where disabled_at is null`;
  const free = [
    sql`(e.owner_id is null or e.owner_id not in (${active}))`,
    sql`not exists (${planned} and a.assignee_id in (${active}))`,
    ...(reach === 'everywhere' ? [] : [withinReach(reach, dialect)]),
    ...(complaints === undefined ? [] : complaintsWithin(complaints, reach, dialect)),
  ];
  return sql`(${sql.join(free, sql` and `)})`;
}

function isForOffer(offer: Offer): Condition {
  if (offer === 'none') return sql`e.announcement_id is null`;
  return sql`e.announcement_id is not null
    and not exists (select 1 from announcements o where o.id = e.announcement_id)`;
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
