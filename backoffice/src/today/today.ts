import { counted } from '../../../server/src/french/dates.ts';
import type { EntryKind } from '../api/enumerations.ts';
import type { Today } from '../api/responses.ts';
import type { InputOf } from '../api/routes.ts';
import { folders, plannedName } from '../entries/entry.ts';
import { isPast } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';

export type TodayBlock = Today['blocks'][number];
export type TodayEntry = TodayBlock['data'][number];
type BlockName = TodayBlock['name'];

/** The headings of families, in the order of acting. */
export const familyBlocks = ['to-call', 'appointments', 'late', 'unplanned'] as const;
/** What is a line with its number below the families. */
export const otherBlocks = ['complaints', 'opinions', 'orientations', 'applications'] as const;

/** Whose entries are shown. */
export const scopes = ['me', 'nobody', 'residences', 'all'] as const;
export type Scope = (typeof scopes)[number];

export type TodayQuery = InputOf<'GET /desk/today'>;

/** Which entries are shown, as parameters of the service and of its lists. */
export function scopeQuery(scope: Scope, establishmentId: number | null): TodayQuery {
  return {
    ...((scope === 'me' || scope === 'nobody') && { whose: scope }),
    ...(scope === 'residences' && { mine: true }),
    ...(establishmentId !== null && { establishmentId }),
  };
}

/** Whether an hour that was agreed decides the order of a block. */
export function isAtHour(block: BlockName): boolean {
  return block === 'appointments' || block === 'late';
}

/** The address of the list that shows a block's entries of one kind, in its order. */
export function listAddress(block: BlockName, kind: EntryKind, scope: TodayQuery): string {
  const sort = isAtHour(block) ? 'nextAction' : 'received';
  const surveys = { complaints: '/surveys/complaints', opinions: '/surveys/satisfaction' };
  const folder = block === 'complaints' || block === 'opinions' ? surveys[block] : `/${folders[kind]}`;
  // The filters of a list are texts.
  const texts = Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, String(value)]));
  const query = { filter: JSON.stringify({ block, ...texts }), sort, order: 'ASC', page: '1' };
  return `${folder}?${new URLSearchParams(query)}`;
}

/** What a row begins with. */
export interface When {
  /** Since when a family waits, or when something is planned. */
  readonly text: string;
  /** What is planned, how often they were called in vain, or that they wait for too long. */
  readonly about?: string | undefined;
  readonly isLate?: boolean;
  /** Whether something is planned, which decides the order. */
  readonly isAtHour?: boolean;
}

/** What of an entry decides it. */
export type Waiting = Pick<
  TodayEntry,
  'kind' | 'nextAction' | 'lastContact' | 'attempts' | 'receivedAt' | 'late' | 'targetMissed'
>;

/** `now`: the time of day, `HH:MM`. */
export function whenOf(entry: Waiting, block: BlockName, today: string, now: string): When {
  const { kind, nextAction, lastContact, attempts, receivedAt } = entry;
  if (isAtHour(block) && nextAction !== null) {
    const { date, time, stage } = nextAction;
    const day = date === null || date === today ? null : format.listDay(date, new Date(today));
    return {
      text: [day, time].filter((part) => part !== null).join(' '),
      about: plannedName(stage, kind),
      isLate: isPast(nextAction, { date: today, time: now }),
      isAtHour: true,
    };
  }
  const since = format.since(receivedAt);
  if (block === 'unplanned')
    return lastContact === null
      ? { text: since, about: 'reçue' }
      : { text: format.day(lastContact), about: 'dernier contact' };
  const isLate = entry.late || entry.targetMissed !== null;
  return {
    text: since,
    about: attempts > 0 ? counted(attempts, 'tentative') : isLate ? 'en retard' : undefined,
    isLate,
  };
}
