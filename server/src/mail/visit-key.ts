import type { Channel, Day } from '../store/tables.ts';

export interface AnnouncedVisit {
  /** As in `actions`: the same when it is moved, and in an entry with which its own was united. */
  readonly toldAs: string;
  readonly date: Day;
  /** `HH:MM`, where the residence is. */
  readonly time: string;
}

/** The key of a message about a visit, by which it is known when it is sent. `version`: of the entry. */
export const visitKey = (visit: AnnouncedVisit, channel: Channel, version: number): string =>
  `visit:${momentOf(visit)}:${channel}:${version}`;

export const reminderKey = (visit: AnnouncedVisit, channel: Channel): string =>
  `reminder:${momentOf(visit)}:${channel}`;

const momentOf = ({ toldAs, date, time }: AnnouncedVisit) => `${toldAs}:${date}:${time}`;

/** The visit of either key; undefined for the key of another message. */
export function visitOfKey(key: string | null): AnnouncedVisit | undefined {
  const [, toldAs, date = '', time = ''] =
    /^(?:visit|reminder):(\d+:\d+):([\d-]{10}):(\d\d:\d\d)/.exec(key ?? '') ?? [];
  return toldAs === undefined ? undefined : { toldAs, date, time };
}
