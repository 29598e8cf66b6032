import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import type { ListedEntry, Right, Session } from '../api/responses.ts';
import { session } from '../api/session.ts';

/** Whether the user has a right at a residence. What has no residence (null) needs the right at all of them. */
export function hasRightAt({ user }: Session, right: Right, establishmentId: number | null): boolean {
  return user.grants.some(
    (grant) =>
      grant.rights.includes(right) &&
      (grant.establishmentId === null || grant.establishmentId === establishmentId),
  );
}

/** Whether the user may change entries of a residence. */
export function mayChangeEntries(session: Session, establishmentId: number | null): boolean {
  return hasRightAt(session, 'entries.change', establishmentId);
}

/** Whether the user may change this entry; job applications need a right of their own. */
export function mayChange(
  session: Session,
  { kind, establishmentId }: Pick<ListedEntry, 'kind' | 'establishmentId'>,
): boolean {
  return hasRightAt(session, kind === 'postuler' ? 'applications.change' : 'entries.change', establishmentId);
}

/** Whether the user may change every residence, and so groups and imports. */
export function mayChangeAllResidences(session: Session): boolean {
  return hasRightAt(session, 'residences.change', null);
}

/** Whether the user has a right at some residence; false while that is unknown. */
export function useRight(right: Right): boolean {
  const { permissions } = usePermissions<readonly Right[]>();
  return permissions?.includes(right) ?? false;
}

/** The session of this page; undefined until it is known. */
export function useSession(): Session | undefined {
  return useQuery({ queryKey: ['session'], queryFn: session, staleTime: Number.POSITIVE_INFINITY }).data;
}

/** Returns whether the user may change an entry; false while that is unknown. */
export function useMayChange(): (entry: Pick<ListedEntry, 'kind' | 'establishmentId'>) => boolean {
  const session = useSession();
  return (entry) => session !== undefined && mayChange(session, entry);
}
