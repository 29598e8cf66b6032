import { showCounts, showViewCounts } from './counts.ts';
import { detailRoutes, historyRoutes } from './detail.ts';
import { searchEntries } from './find-all.ts';
import { findFamilies } from './known-family.ts';
import { listEntries } from './list-query.ts';

export const entryRoutes = [
  listEntries,
  searchEntries,
  ...detailRoutes,
  ...historyRoutes,
  findFamilies,
  showCounts,
  showViewCounts,
] as const;
