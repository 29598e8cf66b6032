import type { EntryKind } from '../api/enumerations.ts';
import type { ListedAction } from '../entries/entry.ts';

/** What a block shows of an entry. */
export interface TodayEntry {
  readonly id: number;
  readonly kind: EntryKind;
  readonly establishmentId: number | null;
  readonly name: string | null;
  readonly contactName: string | null;
  readonly phone: string | null;
  readonly receivedAt: string;
  readonly nextAction: ListedAction | null;
  /** In working hours; of blocks of what waits. */
  readonly waitingMinutes?: number;
  readonly late?: boolean;
}

export interface TodayBlock {
  readonly data: readonly TodayEntry[];
  readonly total: { readonly count: number; readonly exact: boolean };
}

export interface FailingWebhooks {
  readonly failed: number;
  readonly endpoints: readonly {
    readonly id: number;
    readonly caller: string;
    readonly url: string;
    readonly state: 'on' | 'held' | 'off';
    readonly failingSince: string | null;
    readonly waiting: number;
  }[];
}

/** What waits today, as `GET /desk/today` answers it. */
export interface Today {
  readonly day: string;
  readonly toCall: TodayBlock;
  readonly newSinceYesterday: TodayBlock;
  readonly plannedToday: TodayBlock;
  readonly overdue: TodayBlock;
  readonly complaints: TodayBlock;
  readonly orientations: TodayBlock;
  /** Null for who may not read job applications. */
  readonly applications: TodayBlock | null;
  /** Null for who does not look after them. */
  readonly webhooks: FailingWebhooks | null;
}

/** The part of a block that `is` holds for. What lies beyond its first entries is not known. */
export function partOf(block: TodayBlock, is: (entry: TodayEntry) => boolean): TodayBlock {
  const data = block.data.filter(is);
  const isWhole = block.total.exact && block.data.length === block.total.count;
  return { data, total: { count: data.length, exact: isWhole } };
}
