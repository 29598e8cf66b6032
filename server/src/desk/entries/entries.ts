import { showCounts, showViewCounts } from './counts.ts';
import { detailRoutes } from './detail-route.ts';
import { findFamilies } from './families-route.ts';
import { historyRoutes } from './history-route.ts';
import { listEntries } from './list-route.ts';
import { searchEntries } from './search-route.ts';

export const entryRoutes = [
  listEntries,
  searchEntries,
  ...detailRoutes,
  ...historyRoutes,
  findFamilies,
  showCounts,
  showViewCounts,
] as const;
