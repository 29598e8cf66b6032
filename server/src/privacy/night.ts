import { parisMoment } from '../working-hours/working-minutes.ts';

/** 02:30 in Paris. Where the clock skips it, the night's work begins later. */
const beginsAtMinute = 2 * 60 + 30;

/** Whether the work of the night may begin: what is done once a day begins at the first call that finds it so. */
export function nightHasBegun(now: Date): boolean {
  return parisMoment(now).minute >= beginsAtMinute;
}
