import type { Today } from '../api/responses.ts';

type Waiting = Today['toCall']['data'][number];

/** An entry of a block; in the blocks of waiting entries, with how long it has waited. */
export type TodayEntry = Today['overdue']['data'][number] & Partial<Pick<Waiting, 'waitingMinutes' | 'late'>>;

export interface TodayBlock {
  readonly data: readonly TodayEntry[];
  readonly total: Today['overdue']['total'];
}

/** The entries of a block that match. The block may have more than it lists: then the total is not exact. */
export function partOf(block: TodayBlock, matches: (entry: TodayEntry) => boolean): TodayBlock {
  const data = block.data.filter(matches);
  const isWhole = block.total.exact && block.data.length === block.total.count;
  return { data, total: { count: data.length, exact: isWhole } };
}
