import { answerDays } from '../follow-up/complaint-due.ts';
import { readTargets } from '../follow-up/targets.ts';
import type { Queries } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { minutesOfWorkingDay } from '../working-hours/working-minutes.ts';

const words = ['', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'];

/** « sous un jour ouvré », « sous deux jours ouvrés ». */
function withinDays(days: number): string {
  return `sous ${words[days] ?? days} ${days > 1 ? 'jours ouvrés' : 'jour ouvré'}`;
}

/** « sous une heure ouvrée », « sous deux heures ouvrées ». */
function withinHours(hours: number): string {
  return hours > 1 ? `sous ${words[hours] ?? hours} heures ouvrées` : 'sous une heure ouvrée';
}

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
