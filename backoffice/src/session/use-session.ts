import { useQuery } from '@tanstack/react-query';
import { type Session, session } from './session.ts';

/** The session of this page; undefined until it is known. */
export function useSession(): Session | undefined {
  return useQuery({ queryKey: ['session'], queryFn: session, staleTime: Number.POSITIVE_INFINITY }).data;
}
