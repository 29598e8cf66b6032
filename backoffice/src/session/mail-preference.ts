import { change, read } from '../desk/client.ts';

/** How often a user is told by e-mail of what arrives. */
export const mailPreferences = ['at-once', 'digest', 'none'] as const;
export type MailPreference = (typeof mailPreferences)[number];

export interface OwnMail {
  readonly mail: MailPreference;
  /** Whether one of the user's roles is told at all. */
  readonly told: boolean;
  /** Whether the service sends mails. */
  readonly on: boolean;
}

/** What whoever is signed in has chosen. */
export function readMailPreference(): Promise<OwnMail> {
  return read<OwnMail>('/desk/session/mail');
}

/** Chooses for whoever is signed in. */
export function chooseMailPreference(mail: MailPreference): Promise<OwnMail> {
  return change<OwnMail>('PUT', '/desk/session/mail', { mail });
}
