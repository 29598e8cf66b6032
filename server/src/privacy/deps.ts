import type { Clock, MonotonicClock } from '../clock.ts';
import type { MailSettings } from '../mail/settings.ts';
import type { Secrets } from '../secrets.ts';
import type { SmsSettings } from '../sms/settings.ts';
import type { Database } from '../store/database.ts';

/** What the routes below `/desk/privacy` need. */
export interface PrivacyDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  /** The URL of the service, without a trailing slash; known once it listens. */
  readonly publicUrl: () => string;
  /** How mails to staff are sent; undefined when they are off. */
  readonly mail: MailSettings | undefined;
  /** How SMS are sent; undefined when they are off. */
  readonly sms: SmsSettings | undefined;
  /** The newest search for a person of each user, by their id. */
  readonly searches: Map<number, string>;
  /** Days after which the operator deletes backups. */
  readonly backupDays: number;
  /** The folder in which a restore leaves the database of before. */
  readonly dataDir: string;
}

/** What all routes below `/desk/privacy` have in common. */
export const privacyRoute = { right: 'privacy' } as const;
