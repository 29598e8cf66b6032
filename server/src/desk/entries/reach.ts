import type { FastifyRequest } from 'fastify';
import type { Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { reachFor } from '../../http/desk-access.ts';

/** Returns where the signed-in user may read entries of a kind: job applications need their own right. */
export function reachOfReading(request: FastifyRequest, kind: EntryKind): Reach {
  return reachFor(request, kind === 'postuler' ? 'applications.read' : 'entries.read');
}

/** Limits a reach to one residence. */
export function narrowReach(reach: Reach, establishmentId: number): Reach {
  return reach === 'everywhere' || reach.has(establishmentId) ? new Set([establishmentId]) : new Set();
}

export function isNowhere(reach: Reach): boolean {
  return reach !== 'everywhere' && reach.size === 0;
}
