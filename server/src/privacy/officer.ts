import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/audit.ts';
import { actorOf, signedIn } from '../http/desk-access.ts';

/** The user of a privacy route, as data for an operation. */
export interface Officer extends Actor {
  /** The author of steps and of lines in an entry's history. */
  readonly name: string;
}

export function officerOf(request: FastifyRequest): Officer {
  return { ...actorOf(request), name: signedIn(request).name };
}
