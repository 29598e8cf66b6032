import { deleteInChunks } from '../../store/chunks.ts';
import type { Database } from '../../store/database.ts';
import { endPastHolds } from './operations.ts';

/** The author of what the service does by itself. */
const service = 'accueil';

/** Ends the holds whose last day is over, so that staff see the entries again. Returns how many. */
export function expireHolds(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  return deleteInChunks(() => database.write(endPastHolds, service, now), stopping);
}
