import { type Grant, type Role, rightsOfRole } from './roles.ts';

/** When a user is notified of new entries by e-mail: at once, at most every quarter of an hour, every working morning, or never. */
export const mailPreferences = ['at-once', 'digest', 'none'] as const;
export type MailPreference = (typeof mailPreferences)[number];

/**
 * Applies to a user's own residences until they choose. A residence gets only about one request a working day, and a family
 * that is not called back soon goes to another house.
 */
const defaultPreference: MailPreference = 'at-once';

/** The roles that deal with new entries. */
const notifiedRoles: ReadonlySet<Role> = new Set(['direction', 'commercial']);

/** Whether a grant makes its user a recipient of notifications. */
export function isNotified({ role }: Pick<Grant, 'role'>): boolean {
  return notifiedRoles.has(role);
}

/** Whether a grant makes its user one who is reminded of requests about personal data. */
export function isReminded({ role }: Pick<Grant, 'role'>): boolean {
  return rightsOfRole(role).includes('privacy');
}

/**
 * Returns the preference that applies to a grant. A grant for all residences notifies only users who have chosen so, except
 * of requests that the law gives a month for.
 */
export function effectivePreference(grant: Grant, chosen: MailPreference | null): MailPreference {
  const isByChoice = grant.establishmentId === null && !isReminded(grant);
  return chosen ?? (isByChoice ? 'none' : defaultPreference);
}

export function displayedPreference(grants: readonly Grant[], chosen: MailPreference | null): MailPreference {
  const own = grants.find(
    (grant) => isReminded(grant) || (isNotified(grant) && grant.establishmentId !== null),
  );
  return own === undefined ? (chosen ?? 'none') : effectivePreference(own, chosen);
}
