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
