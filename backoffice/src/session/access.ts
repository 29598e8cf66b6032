import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import type { ListedEntry, Right, Session } from '../api/responses.ts';
import { session } from '../api/session.ts';

/**
 * Whether the user may change entries of a residence; readers may not. Unassigned entries (null) need a role at all
 * residences.
 */
export function mayChangeEntries({ user }: Session, establishmentId: number | null): boolean {
  return user.grants.some(
    (grant) =>
      grant.role !== 'reader' &&
      (grant.establishmentId === null || grant.establishmentId === establishmentId),
  );
}

/** Whether the user may change this entry; job applications need a direction or an administrator. */
export function mayChange(
  session: Session,
  { kind, establishmentId }: Pick<ListedEntry, 'kind' | 'establishmentId'>,
): boolean {
  if (kind !== 'postuler') return mayChangeEntries(session, establishmentId);
  return session.user.grants.some(
    (grant) =>
      (grant.role === 'direction' || grant.role === 'administrator') &&
      (grant.establishmentId === null || grant.establishmentId === establishmentId),
  );
}

/** Whether the user may change every residence, and so groups and imports. */
export function mayChangeAllResidences({ user }: Session): boolean {
  return user.grants.some(
    ({ role, establishmentId }) =>
      establishmentId === null && (role === 'direction' || role === 'administrator'),
  );
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
