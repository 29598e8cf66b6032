import type { Clock } from '../clock.ts';
import type { Cached } from '../database/cache.ts';
import type { Database } from '../database/port.ts';
import type { Directory } from './rules.ts';

/** What the routes of the desk about residences need. */
export interface DeskResidencesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Cached<Directory>;
}
