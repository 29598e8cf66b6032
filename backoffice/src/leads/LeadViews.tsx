import { ListViews } from '../lists/ListViews.tsx';
import { useViews } from './use-views.ts';

/** Filters of commercial entries that are wanted every day, one click each. */
export function LeadViews() {
  return <ListViews views={useViews()} texts="accueil.leads" />;
}
