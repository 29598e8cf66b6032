import type { Clock } from '../../clock.ts';
import type { Cached } from '../../store/cache.ts';
import type { Database } from '../../store/database.ts';
import type { Directory } from '../directory.ts';

/** What the routes of the desk about residences need. */
export interface DeskResidencesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Cached<Directory>;
}
