import { countLeads } from './desk.ts';
import { countFollowUp } from './follow-up.ts';

/** The statistics of the desk. */
export const statisticsRoutes = [countLeads, countFollowUp] as const;
