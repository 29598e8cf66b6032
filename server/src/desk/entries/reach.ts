import type { FastifyRequest } from 'fastify';
import { type EntryClass, type Reach, reachOfEntry } from '../../access/roles.ts';
import { signedIn } from '../../http/desk-access.ts';

export const complaint = { kind: 'survey', type: 'survey.type.complaint' } as const satisfies EntryClass;

/** Returns where the signed-in user may read such an entry. */
export function reachOfReading(request: FastifyRequest, entry: EntryClass): Reach {
  return reachOfEntry(signedIn(request).grants, 'read', entry);
}
