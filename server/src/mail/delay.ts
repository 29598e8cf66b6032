import { answerDays } from '../follow-up/complaint-due.ts';
import { readTargets } from '../follow-up/targets.ts';
import { withinDays, withinHours } from '../french/delays.ts';
import type { Queries } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { minutesOfWorkingDay } from '../working-hours/working-minutes.ts';

/**
 * Within what time its person is called or, after a complaint, answered, in French words that are true at any hour:
 * « sous deux heures ouvrées », « sous un jour ouvré ». Undefined for a job application, which has no target.
 */
export async function delayFor(
  read: Queries,
  { kind, type, establishment_id: id }: Pick<EntryRow, 'kind' | 'type' | 'establishment_id'>,
): Promise<string | undefined> {
  if (kind === 'postuler') return undefined;
  if (type === 'survey.type.complaint') return withinDays(answerDays);
  const { firstCallMinutes } = (await readTargets(read, [id]))(id);
  return firstCallMinutes <= 120
    ? withinHours(Math.ceil(firstCallMinutes / 60))
    : withinDays(Math.ceil(firstCallMinutes / minutesOfWorkingDay));
}
