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

export function mayChangeEntries(session: Session, establishmentId: number | null): boolean {
  return hasRightAt(session, 'entries.change', establishmentId);
}

type Placed = Pick<ListedEntry, 'kind' | 'type' | 'establishmentId'>;

/** Whether the user may change this entry; complaints and job applications need rights of their own. */
export function mayChange(session: Session, { kind, type, establishmentId }: Placed): boolean {
  const isComplaint = kind === 'survey' && type === 'survey.type.complaint';
  const right = kind === 'postuler' ? 'applications' : isComplaint ? 'complaints' : 'entries';
  return hasRightAt(session, `${right}.change`, establishmentId);
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

/** Whether the user belongs to some residences and reads others too. */
export function useHasOtherResidences(): boolean {
  const places = useSession()?.user.grants.map(({ establishmentId }) => establishmentId) ?? [];
  return places.includes(null) && places.some((place) => place !== null);
}

/** Returns whether the user may change an entry; false while that is unknown. */
export function useMayChange(): (entry: Placed) => boolean {
  const session = useSession();
  return (entry) => session !== undefined && mayChange(session, entry);
}
