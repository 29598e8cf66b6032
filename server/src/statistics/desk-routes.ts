import { countActivity } from './activity.ts';
import { countLeads } from './desk.ts';
import { countFollowUp } from './follow-up.ts';
import { nameCountedResidences } from './residences.ts';

export const statisticsRoutes = [countLeads, countActivity, countFollowUp, nameCountedResidences] as const;
