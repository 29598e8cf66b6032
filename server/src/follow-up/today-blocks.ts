import { type RawBuilder, sql } from 'kysely';
import { isInState } from './state.ts';

/**
 * The blocks of « Ma journée », the most urgent first. An entry stands in one of them at most. Each open lead that can be
 * worked on a day stands in one: all but those that sleep, and those whose next action is planned for a later day.
 */
export const todayBlocks = [
  'to-call',
  'appointments',
  'late',
  'complaints',
  'opinions',
  'orientations',
  'unplanned',
  'applications',
] as const;
export type TodayBlock = (typeof todayBlocks)[number];

type Condition = RawBuilder<unknown>;

/** The condition on the table `e`: an action is planned for this day. */
function isPlannedOn(day: Condition): Condition {
  return sql`e.id in (select entry_id from actions where done = 0 and outcome is null and date = ${day})`;
}

/** The condition on the table `e`: the block shows it on this day. */
export function isInBlock(block: TodayBlock, today: Condition): Condition {
  const isToCall = isInState('to-call', today);
  const isAppointment = isPlannedOn(today);
  // An overdue plan of a lead that was never reached stands under « À rappeler ».
  const isLate = sql`(e.next_date is not null and e.next_date < ${today} and not ${isToCall} and (e.asleep_until is null or e.asleep_until <= ${today}))`;
  // Each by its own index, so that the rows are not read. A lead that is united with a partner's request is flagged by news
  // of it; as long as it is to call, it stands there.
  const isListedToCall = sql`e.id in (select e.id from entries e where ${isToCall})`;
  const isOrientation = sql`e.id in (
    select e.id from entries e where e.kind = 'commercial' and e.partner_id is not null
      and (e.status = 'new' or e.flagged = 1 or ${isListedToCall})
    union all
    select e.id from entries e where e.kind = 'commercial' and e.partner_id is null and e.flagged = 1 and e.test = 0
      and e.spam = 0 and e.duplicate_of is null and e.restriction is null and not ${isListedToCall})`;
  const isComplaint = sql`(e.type is not distinct from 'survey.type.complaint' and e.status = 'new')`;
  switch (block) {
    case 'to-call':
      return sql`(${isToCall} and e.partner_id is null and not ${isAppointment})`;
    case 'appointments':
      return isAppointment;
    case 'late':
      return sql`(${isLate} and not ${isAppointment} and not ${isComplaint} and not ${isOrientation})`;
    case 'complaints':
      return sql`(${isComplaint} and not ${isAppointment})`;
    case 'opinions':
      return sql`(e.type is not distinct from 'survey.type.survey' and e.flagged = 1 and e.status = 'new')`;
    case 'orientations':
      return sql`(${isOrientation} and not ${isAppointment})`;
    case 'unplanned':
      return sql`(${isInState('unplanned', today)} and not ${isOrientation})`;
    case 'applications':
      return sql`(e.kind = 'postuler' and e.status = 'new' and not ${isAppointment} and not ${isLate})`;
    default:
      return block satisfies never;
  }
}
