import type { FastifyRequest } from 'fastify';
import type { Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { reachFor } from '../../http/desk-access.ts';

/** Where whoever is signed in may read entries of a kind: job applications need a right of their own. */
export function reachOfReading(request: FastifyRequest, kind: EntryKind): Reach {
  return reachFor(request, kind === 'postuler' ? 'applications.read' : 'entries.read');
}

/** What is left of a reach when one residence is asked for. */
export function narrowReach(reach: Reach, establishmentId: number): Reach {
  return reach === 'everywhere' || reach.has(establishmentId) ? new Set([establishmentId]) : new Set();
}

export function isNowhere(reach: Reach): boolean {
  return reach !== 'everywhere' && reach.size === 0;
}
