import { counted } from '../../../server/src/french/dates.ts';
import { plannedName } from '../entries/planned.ts';
import { isPast } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import type { BlockName, TodayEntry } from './today.ts';

/** What a row begins with. */
export interface When {
  /** Since when a family waits, or when something is planned. */
  readonly text: string;
  /** What is planned, or how often they were called in vain. */
  readonly about?: string | undefined;
  readonly isLate?: boolean;
}

/** What of an entry decides it. */
export type Waiting = Pick<
  TodayEntry,
  'kind' | 'nextAction' | 'lastContact' | 'attempts' | 'receivedAt' | 'late' | 'targetMissed'
>;

/** `now`: the time of day, `HH:MM`. */
export function whenOf(entry: Waiting, block: BlockName, today: string, now: string): When {
  const { kind, nextAction, lastContact, attempts, receivedAt } = entry;
  if ((block === 'appointments' || block === 'late') && nextAction !== null) {
    const { date, time, stage } = nextAction;
    const day = date === null || date === today ? null : format.shortDay(date);
    return {
      text: [day, time].filter((part) => part !== null).join(' '),
      about: plannedName(stage, kind),
      isLate: isPast(nextAction, { date: today, time: now }),
    };
  }
  if (block === 'unplanned')
    return lastContact === null
      ? { text: 'Rien n’est prévu' }
      : { text: `dernier contact le ${format.day(lastContact)}` };
  return {
    text: `depuis ${format.since(receivedAt)}`,
    about: attempts > 0 ? counted(attempts, 'tentative') : undefined,
    isLate: entry.late || entry.targetMissed !== null,
  };
}
