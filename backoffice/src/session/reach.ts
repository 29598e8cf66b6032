import type { EntryKind } from '../desk/enumerations.ts';
import type { Session } from './session.ts';

/**
 * Whether whoever is signed in may change entries of a residence: everybody there but who only reads. What belongs to no
 * residence (null) is changed by who may everywhere.
 */
export function mayChangeEntries({ user }: Session, establishmentId: number | null): boolean {
  return user.grants.some(
    (grant) =>
      grant.role !== 'reader' &&
      (grant.establishmentId === null || grant.establishmentId === establishmentId),
  );
}

/** The same of an entry of any kind: job applications are worked by directions and administrators. */
export function mayChange(
  session: Session,
  { kind, establishmentId }: { readonly kind: EntryKind; readonly establishmentId: number | null },
): boolean {
  if (kind !== 'postuler') return mayChangeEntries(session, establishmentId);
  return session.user.grants.some(
    (grant) =>
      (grant.role === 'direction' || grant.role === 'administrator') &&
      (grant.establishmentId === null || grant.establishmentId === establishmentId),
  );
}

/** Whether whoever is signed in may change every residence, and so groups and imports. */
export function mayChangeAllResidences({ user }: Session): boolean {
  return user.grants.some(
    ({ role, establishmentId }) =>
      establishmentId === null && (role === 'direction' || role === 'administrator'),
  );
}
