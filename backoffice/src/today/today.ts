import type { EntryKind } from '../api/enumerations.ts';
import type { Today } from '../api/responses.ts';
import type { InputOf } from '../api/routes.ts';
import { folders } from '../entries/entry.ts';

export type TodayBlock = Today['blocks'][number];
export type TodayEntry = TodayBlock['data'][number];
export type BlockName = TodayBlock['name'];

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

/** The address of the list that shows a block's entries of one kind, in its order. */
export function listAddress(block: BlockName, kind: EntryKind, scope: TodayQuery): string {
  const sort = block === 'appointments' || block === 'late' ? 'nextAction' : 'received';
  const surveys = { complaints: '/surveys/complaints', opinions: '/surveys/satisfaction' };
  const folder = block === 'complaints' || block === 'opinions' ? surveys[block] : `/${folders[kind]}`;
  // The filters of a list are texts.
  const texts = Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, String(value)]));
  const query = { filter: JSON.stringify({ block, ...texts }), sort, order: 'ASC', page: '1' };
  return `${folder}?${new URLSearchParams(query)}`;
}
