import { deskRoute } from '../http/desk-route.ts';
import { residencesFor, type StatisticsDeps } from './query.ts';

/** The role `marketing` reads no other route of residences. */
export const nameCountedResidences = deskRoute('nameCountedResidences', 'GET /desk/statistics/residences', {
  right: 'statistics.read',
  async run(deps: StatisticsDeps, { by }) {
    return { data: (await residencesFor(deps, by, {})).residences };
  },
});
