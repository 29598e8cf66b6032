import type { EntryKind } from '../api/enumerations.ts';
import type { Today } from '../api/responses.ts';

export type TodayBlock = Today['blocks'][number];
export type TodayEntry = TodayBlock['data'][number];
export type BlockName = TodayBlock['name'];

/** Whose entries are shown. */
export const scopes = ['me', 'residences', 'all'] as const;
export type Scope = (typeof scopes)[number];

/** Which entries are shown, as parameters of the service and of its lists. */
export function scopeQuery(scope: Scope, establishmentId: number | null): Readonly<Record<string, string>> {
  return {
    ...(scope === 'me' && { forMe: 'true' }),
    ...(scope === 'residences' && { mine: 'true' }),
    ...(establishmentId !== null && { establishmentId: String(establishmentId) }),
  };
}

const folders = { commercial: '/leads', survey: '/surveys', postuler: '/applications' } as const;

/** The address of the list that shows a block's entries of one kind, in its order. */
export function listAddress(
  block: BlockName,
  kind: EntryKind,
  scope: Readonly<Record<string, string>>,
): string {
  const sort = block === 'appointments' || block === 'late' ? 'nextAction' : 'received';
  const folder = block === 'complaints' ? '/surveys/complaints' : folders[kind];
  const query = { filter: JSON.stringify({ block, ...scope }), sort, order: 'ASC', page: '1' };
  return `${folder}?${new URLSearchParams(query)}`;
}
