import type { Role } from '../api/session.ts';
import type { MailPreference } from '../session/MailPage.tsx';

/** A role at a residence, or everywhere when it is null. */
export interface Grant {
  readonly role: Role;
  readonly establishmentId: number | null;
}

/** A user as administrators see them. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly state: 'invited' | 'active' | 'disabled';
  readonly createdAt: string;
  /** How they are told by e-mail of what arrives. */
  readonly mail: MailPreference;
  /** Whether signing in takes a code of an authenticator app as well. */
  readonly totp: boolean;
}

/** The link by which a user chooses a password. */
export interface Invitation {
  readonly url: string;
  readonly until: string;
}

/** From the one who may most to the one who may least. */
export const roles: readonly Role[] = ['administrator', 'direction', 'commercial', 'reader'];

/** Whether a grant makes somebody one of those who are told by e-mail of what arrives. */
export function isTold({ role }: Grant): boolean {
  return role === 'direction' || role === 'commercial';
}
