import { mayChange } from '../session/reach.ts';
import { useSession } from '../session/use-session.ts';
import type { ListedEntry } from './listed-entry.ts';

/** Whether whoever is signed in may change an entry of a list. False until that is known. */
export function useMayChange(): (entry: ListedEntry) => boolean {
  const session = useSession();
  return (entry) => session !== undefined && mayChange(session, entry);
}
