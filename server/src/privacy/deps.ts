import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../store/database.ts';

/** What the routes of privacy need. */
export interface PrivacyDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
}
