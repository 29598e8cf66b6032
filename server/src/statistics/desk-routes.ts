import { deskRoute } from '../http/desk-route.ts';
import { countActivity } from './activity.ts';
import { countLeads } from './desk.ts';
import { countFollowUp } from './follow-up.ts';
import { residencesFor, type StatisticsDeps } from './query.ts';

/** The role `marketing` reads no other route of residences. */
const nameCountedResidences = deskRoute('nameCountedResidences', 'GET /desk/statistics/residences', {
  right: 'statistics.read',
  async run(deps: StatisticsDeps, { by }) {
    return { data: (await residencesFor(deps, by, {})).residences };
  },
});

export const statisticsRoutes = [countLeads, countActivity, countFollowUp, nameCountedResidences] as const;
