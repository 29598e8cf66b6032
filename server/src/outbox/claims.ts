import type { Database } from '../database/port.ts';
import type { Claims } from './claim.ts';
import { claimsByLease } from './claims-by-lease.ts';
import { claimsInMemory } from './claims-in-memory.ts';

/**
 * On PostgreSQL any number of processes deliver, and a claim is a lease in the table. The file of SQLite belongs to one
 * process: it remembers by itself what it has claimed, which saves two of three transactions for each delivery.
 */
export function openClaims(database: Database): Claims {
  return database.engine === 'postgres' ? claimsByLease(database) : claimsInMemory(database);
}
